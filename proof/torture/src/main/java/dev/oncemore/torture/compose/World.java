package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.task.store.End;
import dev.oncemore.torture.ledger.Judge;
import dev.oncemore.torture.ledger.Ledger;
import dev.oncemore.torture.sim.Simulation;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The state that the users of one history share. */
final class World {
    private static final int RECORDS_MAX = 1_000;

    final Spec spec;
    final Simulation time;
    final Trace trace;
    final Ledger ledger = new Ledger();
    final Judge judge = new Judge(ledger);
    final SplittableRandom random;
    final InMemoryRecordStore records;
    final FaultInjectingRecordStore store;
    final JoinedRecords joined;
    final Bank bank;
    /** The values with which records were settled; a replay must be equal. */
    final Map<Key, Bytes> kept = new HashMap<>();
    /** The first response, status and body, that a filter sent for a key. */
    final Map<Key, String> keptResponses = new HashMap<>();

    private final Tally tally;
    private int ids;
    private int exchanges;
    private int commits;
    /** Set when the faults end, so that unfinished work can be finished. */
    boolean calm;

    World(Spec spec, Simulation time, Trace trace, Tally tally) {
        this.spec = spec;
        this.time = time;
        this.trace = trace;
        this.tally = tally;
        random = new SplittableRandom(spec.seed());
        records = new InMemoryRecordStore(time, () -> Instant.ofEpochMilli(time.nanoTime() / 1_000_000), RECORDS_MAX);
        store = new FaultInjectingRecordStore(this, records);
        joined = new JoinedRecords(time);
        bank = new Bank(this, ledger);
    }

    String nextId() {
        return "id" + ids++;
    }

    Spec.Wire nextWire() {
        return calm || exchanges >= spec.wire().size()
                ? Spec.Wire.FINE
                : spec.wire().get(exchanges++);
    }

    Transaction.Commit nextCommit() {
        return calm || commits >= spec.commits().size()
                ? Transaction.Commit.FINE
                : spec.commits().get(commits++);
    }

    void landed(Enum<?> fault) {
        tally.landed(fault);
    }

    /** A record was settled. */
    void recorded(RecordFinish finish) {
        if (Keys.isOfSaga(finish.key())) {
            return; // The end of a saga is checked as a whole.
        }
        boolean ofFilter = Keys.isOfFilter(finish.key());
        judge.recorded(ofFilter ? "the filter's record" : "the record", 0, finish, ofFilter);
        Bytes response = finish.response();
        if (finish.state() == RecordState.SUCCEEDED && response != null && !ofFilter) {
            kept.put(finish.key(), response);
        }
    }

    /** A task was settled. */
    void taskEnded(End end) {
        if (spec.mode() == Spec.Mode.TASK) {
            judge.ended(0, end instanceof End.Done, end instanceof End.Rejected);
        }
    }

    /** Whether a claim of this call was taken over, or its request was abandoned. */
    boolean isDeposed(Call call) {
        for (Call.Request request = call.request(); request != null; request = request.outer) {
            if (request.abandoned) {
                return true;
            }
        }
        for (Call.Hold hold = call.holds(); hold != null; hold = hold.outer()) {
            if (hold.fence() == Call.Hold.NO_FENCE) {
                continue;
            }
            OnceRecord now = records.read(List.of(hold.key())).get(0).orElse(null);
            if (now == null || now.fence() != hold.fence() || now.state() != RecordState.RUNNING) {
                return true;
            }
        }
        return false;
    }
}
