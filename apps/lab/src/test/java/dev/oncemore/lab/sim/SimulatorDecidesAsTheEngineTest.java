package dev.oncemore.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The loop of the simulator starts and ends the same attempts at the same nanosecond as the engine users run. */
class SimulatorDecidesAsTheEngineTest {
    private static final int HISTORIES = 10_000;
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void startsAndEndsTheSameAttemptsAtTheSameTimes_inTenThousandRandomHistories() {
        Map<String, Integer> ends = new TreeMap<>();
        for (long seed = 0; seed < HISTORIES; seed++) {
            RandomHistory history = new RandomHistory(seed);

            List<String> byEngine = byEngine(history, seed);
            List<String> bySimulator = bySimulator(history, seed);

            assertThat(bySimulator).as("seed %d, %s", seed, history.policy).isEqualTo(byEngine);
            byEngine.forEach(line -> ends.merge(line.replaceAll("^\\S+ \\S+ |#.*", ""), 1, Integer::sum));
        }
        // The histories reach every end that a policy can decide.
        assertThat(ends)
                .containsKeys("succeeded", "ATTEMPTS", "DEADLINE", "BUDGET", "BREAKER", "LIMITER", "RATE_LIMITER")
                .containsKeys("UNKNOWN_OUTCOME", "attempt");
    }

    private static List<String> byEngine(RandomHistory history, long seed) {
        List<String> trace = new ArrayList<>();
        VirtualTime time = new VirtualTime(0);
        Retry engine = Retry.builder(history.policy)
                .time(time)
                .random(new SplittableRandom(seed))
                .executor(Runnable::run)
                .build();
        for (int i = 0; i < history.beginnings.size(); i++) {
            int call = i;
            int[] copies = new int[1];
            time.alarm(history.beginnings.get(i), () -> {
                var unused = engine.callAsync(history.safety, attempt -> {
                            int copy = copies[0]++;
                            trace.add(time.nanoTime() + " " + call + " attempt#" + copy);
                            return reply(time, history.durationNanos(call, copy), history.reply(call, copy));
                        })
                        .handle((value, failure) -> trace.add(
                                time.nanoTime() + " " + call + " " + (failure == null ? "succeeded" : end(failure))));
            });
        }
        time.advance(LONG);
        return trace;
    }

    private static CompletableFuture<String> reply(VirtualTime time, long nanos, Reply reply) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        if (reply != Reply.NOTHING) {
            time.alarm(nanos, () -> {
                if (reply == Reply.OK) {
                    answer.complete("done");
                } else {
                    answer.completeExceptionally(new Failed(reply));
                }
            });
        }
        return answer;
    }

    private static String end(Throwable failure) {
        GaveUp facts = ((GaveUpException) failure).facts();
        return facts.reason() + "#" + facts.attempts() + (facts.mayHaveHappened() ? " in doubt" : "");
    }

    private static List<String> bySimulator(RandomHistory history, long seed) {
        List<String> trace = new ArrayList<>();
        Timeline timeline = new Timeline();
        Map<SimulatedCall, Integer> numbers = new HashMap<>();
        int[] beginning = new int[1];
        int[] copies = new int[history.beginnings.size()];
        Destination scripted = (call, ticket, remaining) -> {
            int number = numbers.computeIfAbsent(call, first -> beginning[0]);
            int copy = copies[number]++;
            trace.add(timeline.nanoTime() + " " + number + " attempt#" + copy);
            Reply reply = history.reply(number, copy);
            call.answerAt(ticket, timeline.nanoTime() + history.durationNanos(number, copy), reply);
        };
        SimulatedCaller caller = new SimulatedCaller(
                timeline,
                history.policy,
                history.safety,
                scripted,
                new CallFigures(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                new SplittableRandom(seed));
        for (int i = 0; i < history.beginnings.size(); i++) {
            int call = i;
            timeline.at(
                    history.beginnings.get(i),
                    code -> {
                        beginning[0] = call;
                        SimulatedCall made = caller.call((ended, succeeded) -> trace.add(timeline.nanoTime() + " "
                                + call + " " + (succeeded ? "succeeded" : end(ended.gaveUpFacts()))));
                        numbers.put(made, call);
                    },
                    0);
        }
        timeline.runUntil(LONG.toNanos());
        return trace;
    }

    private static String end(GaveUp facts) {
        return facts.reason() + "#" + facts.attempts() + (facts.mayHaveHappened() ? " in doubt" : "");
    }

    private static final class Failed extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1;
        private final transient Reply reply;

        Failed(Reply reply) {
            super(reply.name(), null, false, false);
            this.reply = reply;
        }

        @Override
        public Classification classification() {
            return reply.meaning();
        }
    }
}
