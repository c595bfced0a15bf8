package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Subject;
import java.util.List;

/** Who is compared, by the names that reports and files use. */
final class Subjects {
    static final String HANDWRITTEN = "handwritten";
    static final String RESILIENCE4J = "resilience4j";
    static final String FAILSAFE = "failsafe";

    /** Everybody who retries. */
    static final List<String> ALL =
            List.of(Subject.ONCEMORE, HANDWRITTEN, RESILIENCE4J, FAILSAFE, "spring7", "springretry");

    /** Those that have a circuit breaker and retry asynchronous work, too. */
    static final List<String> MOST = List.of(Subject.ONCEMORE, RESILIENCE4J, FAILSAFE);

    private Subjects() {}

    /** Whether it is another library. */
    static boolean isPeer(String subject) {
        return !subject.equals(Subject.ONCEMORE) && !subject.equals(HANDWRITTEN);
    }
}
