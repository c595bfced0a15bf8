package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.List;
import java.util.stream.Stream;

/** The targets of the client: it may add a tenth to the time of a request. */
final class HttpTargets {
    private static final double TIME_RATIO_MAX = 1.1;

    private HttpTargets() {}

    static List<Target> of(Figures figures) {
        return Stream.of(HttpCase.values())
                .flatMap(inCase -> figures.find(inCase.caseName(), Subject.ONCEMORE, HttpRun.TIME_RATIO).stream())
                .map(ratio -> Target.atMost(ratio.caseName(), ratio.value(), TIME_RATIO_MAX, " " + HttpRun.TIME_RATIO))
                .toList();
    }
}
