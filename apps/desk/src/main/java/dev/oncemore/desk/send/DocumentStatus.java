package dev.oncemore.desk.send;

import dev.oncemore.desk.document.Receipt;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Has this document been created?
 *
 * @param isCreated yes or no
 * @param words yes, or why not
 * @param when it was last heard of; null when it never was
 * @param who on whose behalf; empty when it never was
 * @param id its id in the accounting system; empty when it has none
 * @param error what went wrong last; empty when nothing did
 * @param link where a person sees it; empty when nobody knows
 */
public record DocumentStatus(
        boolean isCreated, String words, @Nullable Instant when, String who, String id, String error, String link) {
    private static final DocumentStatus NEVER = new DocumentStatus(false, "no: never seen", null, "", "", "", "");

    static DocumentStatus of(Finding finding) {
        OnceRecord found = finding.record().orElse(null);
        if (found == null) {
            return NEVER;
        }
        boolean isCreated = finding instanceof Finding.Known && found.state() == RecordState.SUCCEEDED;
        Resource resource = found.resource();
        String error = found.error();
        return new DocumentStatus(
                isCreated,
                finding instanceof Finding.Expired ? expired(found.state()) : words(found.state()),
                found.updatedAt(),
                found.who(),
                resource == null ? "" : resource.id(),
                isCreated || error == null ? "" : error,
                isCreated ? link(found.response()) : "");
    }

    /** What a sheet still knows when the record is gone. */
    static DocumentStatus of(Sheets.Trace trace) {
        String words = switch (trace.state()) {
            case CREATED, DUPLICATE -> "not within 7 days";
            case ERROR -> "no: it was tried in vain";
            case UNKNOWN -> "nobody knows yet";
            case PENDING, SENDING -> "no: it waits to be sent";
        };
        return new DocumentStatus(false, words, trace.at(), trace.who(), trace.documentId(), "", "");
    }

    /** Whether a record tells of it, or only a trace could. */
    boolean isRemembered() {
        return !equals(NEVER);
    }

    private static String link(@Nullable Bytes response) {
        try {
            return response == null
                    ? ""
                    : Receipt.CODEC.decode(response.toArray()).link();
        } catch (RuntimeException e) {
            // Somebody resolved it by hand, with an answer of their own.
            return "";
        }
    }

    /** Only what was created can have been created too long ago. */
    private static String expired(RecordState state) {
        return switch (state) {
            case SUCCEEDED -> "not within 7 days";
            case RUNNING, UNKNOWN -> "nobody knows yet";
            case FAILED_FINAL, FAILED_RETRYABLE -> words(state);
        };
    }

    private static String words(RecordState state) {
        return switch (state) {
            case SUCCEEDED -> "yes";
            case RUNNING -> "being sent";
            case UNKNOWN -> "nobody knows yet";
            case FAILED_FINAL, FAILED_RETRYABLE -> "no: it was tried in vain";
        };
    }
}
