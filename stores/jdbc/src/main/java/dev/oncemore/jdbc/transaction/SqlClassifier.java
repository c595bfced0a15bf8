package dev.oncemore.jdbc.transaction;

import dev.oncemore.jdbc.internal.sql.SqlFailures;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Knows what the failures of PostgreSQL, MariaDB, MySQL and SQLite mean, also when they are wrapped in another exception.
 * A failure that is not from a database goes to the next classifier.
 *
 * <pre>{@code
 * RetryPolicy policy = RetryPolicy.named("orders").classifier(SqlClassifier.standard()).build();
 * }</pre>
 */
public final class SqlClassifier implements Classifier {
    private static final SqlClassifier STANDARD = new SqlClassifier(Classifier.standard());
    private static final int DEPTH_MAX = 10;

    private final Classifier next;

    private SqlClassifier(Classifier next) {
        this.next = next;
    }

    /** In front of {@link Classifier#standard}. */
    public static SqlClassifier standard() {
        return STANDARD;
    }

    /** In front of another classifier. */
    public static SqlClassifier before(Classifier next) {
        return new SqlClassifier(next);
    }

    @Override
    public Classification classify(Throwable failure) {
        if (failure instanceof Classified classified) {
            return classified.classification();
        }
        SQLException found = sqlFailureIn(failure);
        Classification classification = found == null ? null : SqlFailures.verdictOf(found);
        return classification == null ? next.classify(failure) : classification;
    }

    @Override
    public @Nullable Classification judge(@Nullable Object result) {
        return next.judge(result);
    }

    @Override
    public boolean judgesResults() {
        return next.judgesResults();
    }

    private static @Nullable SQLException sqlFailureIn(Throwable failure) {
        Throwable link = failure;
        for (int depth = 0; link != null && depth < DEPTH_MAX; depth++) {
            if (link instanceof SQLException found) {
                return found;
            }
            link = link.getCause();
        }
        return null;
    }
}
