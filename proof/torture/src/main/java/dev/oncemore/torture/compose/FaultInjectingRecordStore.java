package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.torture.compose.StoreFault.Verb;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A record store that fails as planned, and checks records against the ledger when they are settled. */
final class FaultInjectingRecordStore implements RecordStore {
    private final World world;
    private final RecordStore sound;
    private final FaultInjector faults;
    private final Set<Key> keys = new LinkedHashSet<>();

    FaultInjectingRecordStore(World world, RecordStore sound) {
        this.world = world;
        this.sound = sound;
        faults = new FaultInjector(world, !world.spec.hasThreads());
    }

    /** All keys that were claimed, the outermost first. */
    Set<Key> keys() {
        return keys;
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        for (NewClaim claim : claims) {
            keys.add(claim.key());
        }
        return faults.call(Verb.INSERT, () -> sound.insertOrRead(claims));
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return faults.call(Verb.TAKE_OVER, () -> sound.takeOver(takeOvers));
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        return faults.call(Verb.FINISH, () -> {
            List<Boolean> answers = sound.finish(finishes);
            for (int i = 0; i < answers.size(); i++) {
                RecordFinish finish = finishes.get(i);
                if (answers.get(i)) {
                    world.trace.add(-1, "record", finish.state());
                    world.recorded(finish);
                }
            }
            return answers;
        });
    }

    @Override
    public List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        return faults.call(Verb.FINISH, () -> {
            List<Boolean> answers = sound.insertSettled(outcomes);
            for (int i = 0; i < answers.size(); i++) {
                NewOutcome outcome = outcomes.get(i);
                keys.add(outcome.key());
                if (answers.get(i)) {
                    world.trace.add(-1, "record", outcome.end().state());
                    world.recorded(outcome.end());
                }
            }
            return answers;
        });
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        return faults.call(Verb.EXTEND, () -> sound.extend(extensions));
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return faults.call(Verb.READ, () -> sound.read(keys));
    }

    @Override
    public int purge(int rowsMax) {
        return sound.purge(rowsMax);
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }
}
