package dev.oncemore.torture.planted;

import java.util.List;
import java.util.stream.Stream;

/** Every planted bug. */
final class Mutants {
    private Mutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        RecordMutants.takeOvers(),
                        RecordMutants.extensions(),
                        RecordMutants.ends(),
                        RecordMutants.rowCounts(),
                        RecordMutants.purges(),
                        RecordMutants.retentions(),
                        RecordMutants.scopes(),
                        EffectMutants.all(),
                        CallMutants.all(),
                        TaskMutants.stores(),
                        TaskMutants.lanes(),
                        TaskMutants.engines(),
                        CompositionMutants.all())
                .flatMap(List::stream)
                .toList();
    }
}
