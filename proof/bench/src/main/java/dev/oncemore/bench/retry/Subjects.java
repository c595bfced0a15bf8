package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Subject;
import java.util.List;

/** The subjects, by their names in reports and files. */
final class Subjects {
    static final String HANDWRITTEN = "handwritten";
    static final String RESILIENCE4J = "resilience4j";
    static final String FAILSAFE = "failsafe";

    /** All subjects. */
    static final List<String> ALL =
            List.of(Subject.ONCEMORE, HANDWRITTEN, RESILIENCE4J, FAILSAFE, "spring7", "springretry");

    /** The subjects with a circuit breaker and asynchronous retries. */
    static final List<String> MOST = List.of(Subject.ONCEMORE, RESILIENCE4J, FAILSAFE);

    private Subjects() {}

    /** Whether it is another library. */
    static boolean isPeer(String subject) {
        return !subject.equals(Subject.ONCEMORE) && !subject.equals(HANDWRITTEN);
    }
}
