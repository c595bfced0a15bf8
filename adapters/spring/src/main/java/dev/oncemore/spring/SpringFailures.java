package dev.oncemore.spring;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryAfter;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.WallClock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/**
 * Classifies Spring's exceptions where the policy has no rule of its own. A deadlock or a lost race means that nothing happened;
 * a lost connection leaves the outcome unknown, unless there was none to begin with.
 */
final class SpringFailures implements Classifier {
    private static final Classifier DATA_ACCESS = Classifier.standard()
            .on("org.springframework.dao.TransientDataAccessException", FailureKind.TRANSIENT)
            .on("org.springframework.dao.TransientDataAccessResourceException", FailureKind.TIMEOUT_UNKNOWN_OUTCOME)
            .on("org.springframework.dao.RecoverableDataAccessException", FailureKind.TIMEOUT_UNKNOWN_OUTCOME)
            .on("org.springframework.dao.DataAccessResourceFailureException", FailureKind.TIMEOUT_UNKNOWN_OUTCOME)
            .on("org.springframework.jdbc.CannotGetJdbcConnectionException", FailureKind.TRANSIENT)
            .on("org.springframework.transaction.CannotCreateTransactionException", FailureKind.TRANSIENT)
            .on("org.springframework.transaction.TransactionSystemException", FailureKind.TIMEOUT_UNKNOWN_OUTCOME)
            .on("org.springframework.dao.DataIntegrityViolationException", FailureKind.PERMANENT);

    private static final boolean HAS_WEB = ClassUtils.isPresent(
            "org.springframework.web.client.RestClientResponseException", SpringFailures.class.getClassLoader());

    private final Classifier policy;

    private SpringFailures(Classifier policy) {
        this.policy = policy;
    }

    /** Asks the policy's rules first. */
    static Classifier behind(Classifier policy) {
        return new SpringFailures(policy);
    }

    @Override
    public Classification classify(Throwable failure) {
        Classification known = policy.classify(failure);
        if (known.kind() != FailureKind.PROGRAMMER_ERROR) {
            return known;
        }
        Classification web = HAS_WEB ? Web.classify(failure, policy) : null;
        return web == null ? DATA_ACCESS.classify(failure) : web;
    }

    @Override
    public @Nullable Classification judge(@Nullable Object result) {
        return policy.judge(result);
    }

    @Override
    public boolean judgesResults() {
        return policy.judgesResults();
    }

    /** Loaded only where Spring's clients are. */
    private static final class Web {
        private static final RetryAfter RETRY_AFTER = new RetryAfter(WallClock.system());

        private Web() {}

        static @Nullable Classification classify(Throwable failure, Classifier policy) {
            if (failure instanceof ResourceAccessException access && access.getCause() != null) {
                return policy.classify(access.getCause());
            }
            if (failure instanceof RestClientResponseException response) {
                HttpHeaders headers = response.getResponseHeaders();
                Optional<Duration> after = headers == null
                        ? Optional.empty()
                        : RETRY_AFTER.parse(
                                headers.getOrEmpty(HttpHeaders.RETRY_AFTER), headers.getFirst(HttpHeaders.DATE));
                return HttpClassifications.of(response.getStatusCode().value(), after);
            }
            return null;
        }
    }
}
