package dev.oncemore.http.serve;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request that failed because an engine gave up on a call. The status tells the client whether the
 * call may have taken effect:
 *
 * <ul>
 *   <li>503: it had no effect. With {@code Retry-After} if it is known when the next call may succeed.
 *   <li>504, 502: it may have taken effect. 504 if the reply did not come in time, 502 if it was lost otherwise.
 * </ul>
 *
 * <p>{@link GaveUpFilter} sends it. Exception handlers of a framework can use the values, or {@link #json}. No text of an
 * exception is part of it.
 *
 * @param status 502, 503 or 504
 * @param type the name of the problem's section on the page of problems
 * @param title the problem in a few words
 * @param detail what the client can do
 * @param retryAfter when the next request may succeed; null if that is unknown, or if the client must check first
 */
public record GaveUpProblem(
        int status,
        String type,
        String title,
        String detail,
        @Nullable Duration retryAfter) {
    private static final int CAUSES_MAX = 16;

    /** Checks the status. */
    public GaveUpProblem {
        if (status < 502 || status > 504) {
            throw new IllegalArgumentException("status must be 502, 503 or 504, but is " + status);
        }
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detail, "detail");
    }

    /**
     * Returns the response for a failure that an engine threw, or that was caused by one: a {@link GaveUpException}, or an
     * {@code IOException} of the retrying HTTP client. Empty for others, and for failures that an engine let pass because
     * no retry can help: rejections, and bugs.
     */
    public static Optional<GaveUpProblem> of(Throwable failure) {
        Throwable at = failure;
        // The bound also ends cyclic causes.
        for (int i = 0; at != null && i < CAUSES_MAX; i++) {
            Optional<GaveUp> facts = GaveUpException.of(at);
            if (facts.isPresent() && (at instanceof GaveUpException || !isPassedOn(facts.get()))) {
                return Optional.of(of(facts.get(), GaveUpException.mayHaveHappened(failure)));
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    private static boolean isPassedOn(GaveUp facts) {
        Classification last = facts.classification();
        boolean bug = last != null && last.kind() == FailureKind.PROGRAMMER_ERROR;
        return facts.reason() == StopReason.NOT_RETRYABLE && (bug || !facts.mayHaveHappened());
    }

    /** Returns the response for a call that failed for good. */
    public static GaveUpProblem of(GaveUp facts) {
        return of(facts, facts.mayHaveHappened());
    }

    private static GaveUpProblem of(GaveUp facts, boolean inDoubt) {
        if (!inDoubt) {
            return of(
                    Problem.DEPENDENCY_UNAVAILABLE,
                    "a service that this request needs is not available, and the call to it had no effect; retry later",
                    wait(facts));
        }
        return of(
                isTimeout(facts) ? Problem.DEPENDENCY_TIMEOUT : Problem.DEPENDENCY_FAILED,
                "a call to a service that this request needs may have taken effect; check before you send the request"
                        + " again, or send it with the same Idempotency-Key",
                null);
    }

    private static GaveUpProblem of(Problem problem, String detail, @Nullable Duration retryAfter) {
        return new GaveUpProblem(problem.status, problem.slug(), problem.title, detail, retryAfter);
    }

    /** When the next call may succeed: as the engine's own guards know, or as the dependency asked. */
    private static @Nullable Duration wait(GaveUp facts) {
        boolean known = switch (facts.reason()) {
            case BREAKER, RATE_LIMITER, HINT -> true;
            default -> false;
        };
        Classification last = facts.classification();
        return known && facts.delay() != null ? facts.delay() : last == null ? null : last.suggestedDelay();
    }

    private static boolean isTimeout(GaveUp facts) {
        Classification last = facts.classification();
        TimeoutKind timeout = last == null ? null : last.timeout();
        return facts.reason() == StopReason.DEADLINE || timeout != null;
    }

    /** The body, as {@code application/problem+json}; its {@code type} is a section of this page. */
    public String json(URI documentation) {
        return Refusal.problemJson(status, link(documentation), title, detail, null);
    }

    /** Writes status, headers and body. The response must not be committed. */
    public void write(HttpServletResponse response, URI documentation) throws IOException {
        Refusal.write(
                response, status, "application/problem+json", link(documentation), json(documentation), retryAfter);
    }

    private String link(URI documentation) {
        return documentation + "#" + type;
    }
}
