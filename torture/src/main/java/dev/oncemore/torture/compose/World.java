package dev.oncemore.torture.compose;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.torture.ledger.Judge;
import dev.oncemore.torture.ledger.Ledger;
import dev.oncemore.torture.sim.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Everything that the users of one history share. */
final class World {
    private static final int RECORDS_MAX = 1_000;

    final Spec spec;
    final Simulation time;
    final Trace trace;
    final Ledger ledger = new Ledger();
    final Judge judge = new Judge(ledger);
    final SplittableRandom random;
    final InMemoryRecordStore records;
    final ShakyStore store;
    final Bank bank;
    private final Tally tally;
    private int ids;
    /** From some time on nothing goes wrong any more, so that whatever is unfinished can be finished. */
    boolean calm;

    World(Spec spec, Simulation time, Trace trace, Tally tally) {
        this.spec = spec;
        this.time = time;
        this.trace = trace;
        this.tally = tally;
        random = new SplittableRandom(spec.seed());
        records = new InMemoryRecordStore(
                time, () -> Instant.ofEpochMilli(time.nanoTime() / 1_000_000), RECORDS_MAX);
        store = new ShakyStore(this, records);
        bank = new Bank(this, ledger);
    }

    String nextId() {
        return "id" + ids++;
    }

    void landed(Enum<?> fault) {
        tally.landed(fault);
    }

    /** Whether a claim that this runs under belongs to somebody else by now. */
    boolean isDeposed(Call.@Nullable Hold holds) {
        for (Call.Hold hold = holds; hold != null; hold = hold.outer()) {
            OnceRecord now = records.read(List.of(hold.key())).get(0).orElse(null);
            if (now == null || now.fence() != hold.fence() || now.state() != RecordState.RUNNING) {
                return true;
            }
        }
        return false;
    }
}
