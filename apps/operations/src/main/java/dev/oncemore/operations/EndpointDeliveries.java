package dev.oncemore.operations;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How webhooks to one endpoint stand.
 *
 * @param endpoint its id in the application
 * @param underWay how many messages wait or are being sent
 * @param failedBefore of these, how many were tried before
 * @param dead how many were given up
 * @param lastFailure why the last of them was; null when none was
 * @param lastFailureAt when that was
 */
public record EndpointDeliveries(
        String endpoint,
        int underWay,
        int failedBefore,
        int dead,
        @Nullable String lastFailure,
        @Nullable Instant lastFailureAt) {

    EndpointDeliveries and(EndpointDeliveries earlier) {
        return new EndpointDeliveries(
                endpoint,
                underWay + earlier.underWay,
                failedBefore + earlier.failedBefore,
                dead + earlier.dead,
                lastFailure == null ? earlier.lastFailure : lastFailure,
                lastFailureAt == null ? earlier.lastFailureAt : lastFailureAt);
    }
}
