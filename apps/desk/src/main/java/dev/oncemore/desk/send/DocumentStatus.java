package dev.oncemore.desk.send;

import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Has this document been created?
 *
 * @param code the answer
 * @param when it was last heard of; null when it never was
 * @param who on whose behalf; empty when it never was
 * @param id its id in the accounting system; empty when it has none
 * @param error what went wrong last; empty when nothing did
 * @param link where a person sees it; empty when it is not known
 */
public record DocumentStatus(Code code, @Nullable Instant when, String who, String id, String error, String link) {
    private static final DocumentStatus NEVER = new DocumentStatus(Code.NEVER_SEEN, null, "", "", "", "");

    /** An answer, for programs and for people. */
    public enum Code {
        /** It was created. */
        CREATED("yes"),
        /** It was created, or so its sheet says, but longer ago than records are kept. */
        EXPIRED("not within 7 days"),
        /** No sheet ever held it. */
        NEVER_SEEN("no: never seen"),
        /** It waits to be sent. */
        WAITING("no: it waits to be sent"),
        /** It is being sent. */
        SENDING("being sent"),
        /** It was refused, or could not be sent. */
        FAILED("no: it failed"),
        /** The outcome of its last attempt is unknown. */
        UNKNOWN("unknown");

        private final String words;

        Code(String words) {
            this.words = words;
        }

        /** The code as programs read it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The code as people read it. */
        public String words() {
            return words;
        }
    }

    /** Whether it was created. */
    public boolean isCreated() {
        return code == Code.CREATED;
    }

    static DocumentStatus of(Finding finding) {
        OnceRecord found = finding.record().orElse(null);
        if (found == null) {
            return NEVER;
        }
        Code code = finding instanceof Finding.Expired ? expired(found.state()) : known(found.state());
        Resource resource = found.resource();
        String error = found.error();
        boolean isCreated = code == Code.CREATED;
        return new DocumentStatus(
                code,
                found.updatedAt(),
                found.who(),
                resource == null ? "" : resource.id(),
                isCreated || error == null ? "" : error,
                isCreated ? link(found.response()) : "");
    }

    /** The status from the rows of sheets, after the record has expired. */
    static DocumentStatus of(Sheets.Trace trace) {
        Code code = switch (trace.state()) {
            case CREATED, DUPLICATE -> Code.EXPIRED;
            case ERROR -> Code.FAILED;
            case UNKNOWN -> Code.UNKNOWN;
            case PENDING, SENDING -> Code.WAITING;
        };
        return new DocumentStatus(code, trace.at(), trace.who(), trace.documentId(), "", "");
    }

    private static String link(@Nullable Bytes response) {
        try {
            return response == null
                    ? ""
                    : CreatedDocument.CODEC.decode(response.toArray()).link();
        } catch (RuntimeException e) {
            // A person resolved the record, with another response.
            return "";
        }
    }

    /** Only what was created can have been created too long ago. */
    private static Code expired(RecordState state) {
        return switch (state) {
            case SUCCEEDED -> Code.EXPIRED;
            case RUNNING -> Code.UNKNOWN;
            case UNKNOWN, FAILED_FINAL, FAILED_RETRYABLE -> known(state);
        };
    }

    private static Code known(RecordState state) {
        return switch (state) {
            case SUCCEEDED -> Code.CREATED;
            case RUNNING -> Code.SENDING;
            case UNKNOWN -> Code.UNKNOWN;
            case FAILED_FINAL, FAILED_RETRYABLE -> Code.FAILED;
        };
    }
}
