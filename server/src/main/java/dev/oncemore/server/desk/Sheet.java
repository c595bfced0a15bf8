package dev.oncemore.server.desk;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sheet that somebody brought.
 *
 * @param id its id
 * @param company whose documents it holds
 * @param type what they are
 * @param fileName as the file was called
 * @param encoding as it was detected
 * @param delimiter as it was detected
 * @param who brought it
 * @param createdAt when
 * @param confirmedAt when it was confirmed, since when it is sent; null before
 */
public record Sheet(
        String id,
        String company,
        DocumentType type,
        String fileName,
        String encoding,
        char delimiter,
        String who,
        Instant createdAt,
        @Nullable Instant confirmedAt) {
    /** Whether it is sent, or has been. */
    public boolean isConfirmed() {
        return confirmedAt != null;
    }
}
