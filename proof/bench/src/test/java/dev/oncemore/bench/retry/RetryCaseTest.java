package dev.oncemore.bench.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Microbenchmark;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Every subject does what the case says: figures of a subject that did something else would be worth nothing. */
class RetryCaseTest {

    private static Object subjectOf(Microbenchmark benchmark) throws ReflectiveOperationException {
        return methodOf(benchmark).getParameterTypes()[0].getConstructor().newInstance();
    }

    private static Method methodOf(Microbenchmark benchmark) {
        return Arrays.stream(benchmark.owner().getMethods())
                .filter(method -> method.getName().equals(benchmark.method()))
                .findFirst()
                .orElseThrow();
    }

    private static Object outcomeOf(Microbenchmark benchmark, Object subject) throws ReflectiveOperationException {
        Object owner = benchmark.owner().getConstructor().newInstance();
        try {
            return methodOf(benchmark).invoke(owner, subject);
        } catch (InvocationTargetException e) {
            throw new AssertionError(benchmark.subject() + " threw", e.getCause());
        }
    }

    static Stream<Arguments> benchmarks(Class<?> owner) {
        return RetryCase.ALL.stream()
                .flatMap(inCase -> inCase.benchmarks().stream())
                .filter(benchmark -> benchmark.owner() == owner)
                .map(benchmark -> Arguments.argumentSet(benchmark.caseName() + " " + benchmark.subject(), benchmark));
    }

    static Stream<Arguments> blocking() {
        return benchmarks(BlockingCalls.class);
    }

    static Stream<Arguments> breakers() {
        return benchmarks(BreakerCalls.class);
    }

    static Stream<Arguments> async() {
        return benchmarks(AsyncCalls.class);
    }

    @ParameterizedTest
    @MethodSource("blocking")
    void blockingCallsEndAsTheCaseSays(Microbenchmark benchmark) throws ReflectiveOperationException {
        BlockingCalls.Subject subject = (BlockingCalls.Subject) subjectOf(benchmark);
        subject.scenario = Scenario.valueOf(benchmark.parameters().get("scenario"));
        subject.prepare();

        // Twice, because the second call meets what the first one left behind.
        for (int call = 1; call <= 2; call++) {
            Object outcome = outcomeOf(benchmark, subject);
            if (subject.work instanceof Work.Failing failing) {
                assertThat(chain(outcome)).contains(subject.work.failure);
                assertThat(failing.runs).isEqualTo((long) call * Scenario.ATTEMPTS);
            } else {
                assertThat(outcome).isSameAs(subject.work.reply);
            }
        }
        assertThat(subject.work.failure.getSuppressed())
                .as("the shared failure must not grow")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("breakers")
    void breakersLetSuccessesThrough(Microbenchmark benchmark) throws ReflectiveOperationException {
        Object subject = subjectOf(benchmark);
        Object reply = switch (benchmark.subject()) {
            case "oncemore" -> ((BreakerCalls.Oncemore) subject).work.reply;
            case "resilience4j" -> ((BreakerCalls.Resilience4j) subject).work.reply;
            default -> ((BreakerCalls.FailsafeSubject) subject).work.reply;
        };

        assertThat(outcomeOf(benchmark, subject)).isSameAs(reply);
    }

    @ParameterizedTest
    @MethodSource("async")
    void asynchronousCallsEndAsTheCaseSays(Microbenchmark benchmark) throws ReflectiveOperationException {
        AsyncCalls.Subject subject = (AsyncCalls.Subject) subjectOf(benchmark);
        subject.scenario = AsyncScenario.valueOf(benchmark.parameters().get("scenario"));
        subject.prepare();

        for (int call = 1; call <= 2; call++) {
            Object outcome = outcomeOf(benchmark, subject);
            if (subject.stages instanceof AsyncScenario.Failing failing) {
                assertThat(chain(outcome)).contains(failing.failure);
                assertThat(failing.runs).isEqualTo((long) call * Scenario.ATTEMPTS);
                assertThat(failing.failure.getSuppressed()).isEmpty();
            } else {
                assertThat(outcome).isSameAs(subject.stages.reply);
            }
        }
        if (subject instanceof AsyncCalls.Resilience4j resilience4j) {
            resilience4j.close();
        }
    }

    /** A thrown outcome with its causes, as far as there are any. */
    private static List<Throwable> chain(Object outcome) {
        return Stream.iterate((Throwable) outcome, Objects::nonNull, Throwable::getCause)
                .toList();
    }

    @ParameterizedTest
    @FieldSource("dev.oncemore.bench.retry.RetryCase#ALL")
    void everySubjectHasABenchmarkMethod(RetryCase inCase) {
        assertThat(inCase.benchmarks())
                .allSatisfy(benchmark -> assertThat(methodOf(benchmark).isAnnotationPresent(Benchmark.class))
                        .isTrue());
    }

    @Test
    void theHandwrittenLoopSleepsBetweenAttempts() throws Exception {
        Work.Rescued work = new Work.Rescued();

        assertThat(new HandwrittenLoop(Scenario.ATTEMPTS, 1).call(work::run)).isSameAs(work.reply);
    }
}
