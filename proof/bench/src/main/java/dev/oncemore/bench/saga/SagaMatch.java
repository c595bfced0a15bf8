package dev.oncemore.bench.saga;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One run of the bench: the subjects of each case in turns, on one server. */
final class SagaMatch {
    static final String THROUGHPUT = "sagas/s";
    static final String SYNCS = "syncs/saga";
    static final String OWN_CPU = "µs CPU in Java/saga";
    static final String SERVER_CPU = "µs CPU in servers/saga";

    private final List<SagaCase> cases;
    private final SagaEffort effort;

    SagaMatch(List<SagaCase> cases, SagaEffort effort) {
        this.cases = cases;
        this.effort = effort;
    }

    /** Measures, and shows the progress. */
    Figures measure(PrintWriter progressOut) {
        try (PostgresServer server = PostgresServer.start();
                SagaContender ours = new OncemoreSagas(server.freshDatabase());
                SagaContender peer = new DbosWorkflows(server.freshDatabase())) {
            List<SagaContender> contenders = List.of(ours, peer);
            return Steps.measure(
                    cases.stream()
                            .map(each ->
                                    new Step(each.toString(), effort.guessedSeconds(), () -> measure(each, contenders)))
                            .toList(),
                    progressOut);
        }
    }

    private List<Figure> measure(SagaCase inCase, List<SagaContender> contenders) {
        List<List<SagaTurn>> turns = new ArrayList<>();
        contenders.forEach(contender -> turns.add(new ArrayList<>()));
        for (int round = 0; round <= effort.rounds(); round++) {
            for (int i = 0; i < contenders.size(); i++) {
                SagaTurn turn = take(inCase, contenders.get(i));
                if (round > 0) { // the first one is a warm-up
                    turns.get(i).add(turn);
                }
            }
        }
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            String subject = contenders.get(i).name();
            add(figures, inCase, subject, THROUGHPUT, turns.get(i), SagaTurn::perSecond);
            add(figures, inCase, subject, SYNCS, turns.get(i), SagaTurn::syncsPerSaga);
            add(figures, inCase, subject, OWN_CPU, turns.get(i), SagaTurn::ownMicros);
            add(figures, inCase, subject, SERVER_CPU, turns.get(i), SagaTurn::serverMicros);
        }
        return figures;
    }

    private SagaTurn take(SagaCase inCase, SagaContender contender) {
        return inCase == SagaCase.BURST
                ? SagaTurn.burst(contender, effort.burst())
                : SagaTurn.flow(contender, inCase.callers, effort.round());
    }

    private static void add(
            List<Figure> figures,
            SagaCase inCase,
            String subject,
            String metric,
            List<SagaTurn> turns,
            ToDoubleFunction<SagaTurn> value) {
        figures.add(Measurement.of(turns.stream().map(value::applyAsDouble).toList())
                .figure(inCase.toString(), subject, metric));
    }
}
