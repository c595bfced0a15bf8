package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.once.Finding;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** "Not within 7 days" is said of what was created, and of nothing else. */
class DocumentStatusTest {
    private static DocumentStatus.Code expired(RecordState state) {
        Instant then = Instant.parse("2026-01-01T00:00:00Z");
        OnceRecord record = new OnceRecord(
                new DocumentName("comp1", DocumentType.INVOICE, "1").key(),
                Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]),
                state,
                1,
                "token",
                "anna",
                1,
                null,
                null,
                null,
                null,
                then,
                then,
                null,
                then,
                true,
                true);
        return DocumentStatus.of(new Finding.Expired(record)).code();
    }

    @Test
    void whatNeverSucceededIsNotSaidToHaveBeenCreatedLongAgo() {
        assertThat(expired(RecordState.SUCCEEDED)).isEqualTo(DocumentStatus.Code.EXPIRED);
        assertThat(expired(RecordState.FAILED_RETRYABLE)).isEqualTo(DocumentStatus.Code.FAILED);
        assertThat(expired(RecordState.FAILED_FINAL)).isEqualTo(DocumentStatus.Code.FAILED);
        assertThat(expired(RecordState.UNKNOWN)).isEqualTo(DocumentStatus.Code.UNKNOWN);
    }
}
