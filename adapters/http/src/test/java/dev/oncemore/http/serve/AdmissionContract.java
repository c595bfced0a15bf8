package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Deadline;
import dev.oncemore.time.VirtualTime;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are rejected before any work is done. */
abstract class AdmissionContract extends FilterContract {
    private final VirtualTime time = new VirtualTime();

    private void admittedBy(AdmissionSettings settings) {
        shop.filteredBy(AdmissionFilter.with(settings.time(time)));
    }

    private HttpResponse<String> get(String header, String value) throws Exception {
        return send(to("/orders").header(header, value).GET().build());
    }

    @Test
    void retriesAreTurnedAway_whenTheyAreMoreThanTheirShare() throws Exception {
        admittedBy(AdmissionSettings.standard().retries(0.20, 0));
        for (int i = 0; i < 8; i++) {
            assertThat(get("X-Retry-Count", "0").statusCode()).isEqualTo(201);
        }
        // One of 9 is 11 %, two of 10 are 20 %, three of 11 are too many.
        assertThat(get("X-Retry-Count", "1").statusCode()).isEqualTo(201);
        assertThat(get("X-Retry-Count", "2").statusCode()).isEqualTo(201);
        HttpResponse<String> third = get("X-Retry-Count", "1");
        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.headers().firstValue("retry-after")).hasValue("10");
        assertThat(third.body()).contains("#too-many-retries");
        assertThat(get("X-Trace", "first attempts are let in").statusCode()).isEqualTo(201);
        assertThat(shop.served).hasValue(11);
    }

    @Test
    void someRetriesAreLetIn_inAnyCase() throws Exception {
        admittedBy(AdmissionSettings.standard().retries(0.20, 3));
        for (int i = 0; i < 3; i++) {
            assertThat(get("X-Retry-Count", "1").statusCode()).isEqualTo(201);
        }
        assertThat(get("X-Retry-Count", "1").statusCode()).isEqualTo(503);
        time.advance(Duration.ofSeconds(10));
        assertThat(get("X-Retry-Count", "1").statusCode()).isEqualTo(201);
    }

    @Test
    void aCountThatIsNoNumber_isNoRetry() throws Exception {
        admittedBy(AdmissionSettings.standard().retries(0, 0));
        assertThat(get("X-Retry-Count", "many").statusCode()).isEqualTo(201);
        assertThat(get("X-Retry-Count", "1").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @CsvSource({
        "X-Remaining-Time-Ms, 0, 503",
        "X-Remaining-Time-Ms, 20, 503",
        "X-Remaining-Time-Ms, 21, 201",
        "X-Remaining-Time-Ms, -1, 201",
        "grpc-timeout, 0m, 503",
        "grpc-timeout, 20000u, 503",
        "grpc-timeout, 1S, 201",
        "x-envoy-expected-rq-timeout-ms, 20, 503",
        "x-envoy-expected-rq-timeout-ms, 2000, 201",
    })
    void aCallerWhoWaitsNoLonger_isRefusedBeforeTheWorkStarts(String header, String value, int status)
            throws Exception {
        admittedBy(AdmissionSettings.standard().leastTime(Duration.ofMillis(20)));
        HttpResponse<String> response = get(header, value);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(shop.served).hasValue(status == 503 ? 0 : 1);
        if (status == 503) {
            assertThat(response.body()).contains("#deadline-expired");
        }
    }

    @Test
    void theWorkRunsUnderTheCallersDeadline() throws Exception {
        AtomicReference<Optional<Duration>> seen = new AtomicReference<>(Optional.empty());
        shop.does((request, response) -> seen.set(Deadline.remaining()));
        admittedBy(AdmissionSettings.standard());
        get("X-Remaining-Time-Ms", "1500");
        assertThat(seen.get()).hasValue(Duration.ofMillis(1_500));
        send(HttpRequest.newBuilder(to("/orders").build().uri()).GET().build());
        assertThat(seen.get()).isEmpty();
    }

    @Test
    void theDeadlineHoldsAfterAnAsynchronousDispatchToo() throws Exception {
        AtomicReference<Optional<Duration>> seen = new AtomicReference<>(Optional.empty());
        shop.does((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                seen.set(Deadline.remaining());
            } else {
                AsyncContext context = request.startAsync();
                time.advance(Duration.ofMillis(400));
                context.start(context::dispatch);
            }
        });
        admittedBy(AdmissionSettings.standard());
        get("X-Remaining-Time-Ms", "1500");
        assertThat(seen.get()).hasValue(Duration.ofMillis(1_100));
    }
}
