package dev.oncemore.http.serve;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.OutcomeVisitor;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request whose key was used before.
 *
 * @param snapshot the recorded response; null if there is none
 * @param refusal why it is not replayed; null if it is
 */
record Replay(@Nullable StoredResponse snapshot, @Nullable Refusal refusal) {
    static Replay of(Outcome<StoredResponse> outcome) {
        return outcome.fold(new Answers());
    }

    /** Exposes no text of an outcome, which may quote an exception. */
    private static final class Answers implements OutcomeVisitor<StoredResponse, Replay> {
        @Override
        public Replay done(Outcome.Done<StoredResponse> done) {
            StoredResponse kept = done.value();
            return kept.kind() == StoredResponse.Kind.TOMBSTONE
                    ? new Replay(kept, notKept(kept.status()))
                    : new Replay(kept, null);
        }

        @Override
        public Replay doneWithoutValue(Outcome.DoneWithoutValue<StoredResponse> done) {
            return new Replay(null, notKept(null));
        }

        @Override
        public Replay mismatch(Outcome.Mismatch<StoredResponse> mismatch) {
            return refused(Refusal.of(
                    Problem.PAYLOAD_MISMATCH,
                    "the key was used with another body, query or content type; use a new key for a new request"));
        }

        @Override
        public Replay inProgress(Outcome.InProgress<StoredResponse> running) {
            return refused(Refusal.of(Problem.IN_PROGRESS, "retry later with the same key")
                    .retryAfter(running.retryAfter()));
        }

        @Override
        public Replay deposed(Outcome.Deposed<StoredResponse> deposed) {
            return refused(Refusal.of(
                            Problem.IN_PROGRESS,
                            "the request took so long that another server took over; retry with the same key")
                    .retryAfter(IdempotencyFilter.ASK_AGAIN_AFTER));
        }

        @Override
        public Replay otherwise(Outcome<StoredResponse> outcome) {
            return refused(Refusal.of(
                    Problem.OUTCOME_UNKNOWN,
                    "check whether the request took effect before you send it with a new key"));
        }

        private static Replay refused(Refusal refusal) {
            return new Replay(null, refusal);
        }
    }

    private static Refusal notKept(@Nullable Integer status) {
        return new Refusal(
                Problem.RESPONSE_NOT_KEPT,
                "the request took effect and is not repeated; read the resource that it changed",
                null,
                status);
    }

    void write(HttpServletResponse response, IdempotencySettings settings) throws IOException {
        if (snapshot != null && refusal == null) {
            // A refusal is not a replay: the client must not mistake its 409 for the first request's response.
            response.setHeader(RetryHeaders.REPLAYED, "true");
        }
        if (refusal != null) {
            writeHeaders(response, false);
            refusal.write(response, settings.statusOf(refusal.problem()), settings.dialect, settings.documentation);
        } else if (snapshot != null && snapshot.kind() == StoredResponse.Kind.ERROR) {
            writeHeaders(response, false);
            sendError(response, snapshot.status(), new String(snapshot.body().toArray(), StandardCharsets.UTF_8));
        } else if (snapshot != null) {
            response.setStatus(snapshot.status());
            writeHeaders(response, true);
            if (snapshot.body().size() > 0) {
                if (snapshot.body().size() > response.getBufferSize()) {
                    response.setContentLength(snapshot.body().size());
                }
                // A shorter body gets its length at the end, so that components in front can still add headers.
                response.getOutputStream().write(snapshot.body().toArray());
            }
        }
    }

    private void writeHeaders(HttpServletResponse response, boolean ofTheBody) {
        Set<String> inFront = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        inFront.addAll(response.getHeaderNames());
        inFront.retainAll(IdempotencySettings.SECURITY);
        for (StoredResponse.Header header : snapshot == null ? List.<StoredResponse.Header>of() : snapshot.headers()) {
            String name = header.name();
            if (IdempotencySettings.SECURITY.contains(name)) {
                if (!inFront.contains(name)) {
                    response.addHeader(name, header.value());
                }
            } else if (name.equalsIgnoreCase("Content-Type")) {
                if (ofTheBody) {
                    response.setContentType(header.value());
                }
            } else if ((ofTheBody || !name.regionMatches(true, 0, "Content-", 0, 8))
                    && !response.getHeaders(name).contains(header.value())) {
                response.addHeader(name, header.value());
            }
        }
    }

    /** Lets the container render the error, as it did the first time. */
    static void sendError(HttpServletResponse response, int status, String message) throws IOException {
        if (message.isEmpty()) {
            response.sendError(status);
        } else {
            response.sendError(status, message);
        }
    }
}
