package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records inside one open transaction, see {@link TransactionalOnce#within}: looks them up, records
 * outcomes that are known beforehand, and resolves unknown ones; all of it commits or rolls back with the transaction.
 */
public final class JoinedRecords {
    private final Engine engine;
    private final RecordStore joined;
    private final Resolutions resolutions;

    JoinedRecords(Engine engine, RecordStore joined) {
        this.engine = engine;
        this.joined = joined;
        // The lease expires at once: the owner ends with this transaction.
        resolutions = new Resolutions(engine, new JoinedEffects.Single(joined), this::read, Duration.ZERO);
    }

    /** Returns whether an effect was done: when, by whom, with what result; as this transaction sees it. */
    public Finding find(Key key) {
        return Engine.finding(read(key));
    }

    /**
     * Records outcomes whose effects follow in this transaction: all of them in one statement, before the effects. Waits for
     * other transactions with the same keys.
     *
     * @param outcomes at most one for each key
     * @return for each outcome: true if its key was new, and its effect must follow; false if there is a record, whatever its
     *     state, so that nothing was written and the effect must not run. {@link JoinedOperation#key} gives what was recorded
     */
    public List<Boolean> record(List<? extends KnownOutcome<?>> outcomes) {
        List<NewOutcome> records = new ArrayList<>(outcomes.size());
        for (KnownOutcome<?> known : outcomes) {
            records.add(known.withToken(engine.settings.ids.next()));
        }
        List<Boolean> isNew = joined.insertSettled(records);
        for (int i = 0; i < records.size(); i++) {
            if (isNew.get(i)) {
                RecordFinish finish = outcomes.get(i).finish();
                engine.emitChange(new OnceEvent.Claimed(finish.key(), finish.fence(), null));
                engine.emitEnd(finish, true);
            }
        }
        return isNew;
    }

    private Optional<OnceRecord> read(Key key) {
        return joined.read(List.of(key)).get(0);
    }

    /**
     * As {@link Once#resolveAsHappened}, as part of the transaction.
     *
     * @return false if the record is not unknown, or no longer
     */
    public boolean resolveAsHappened(Key key, Bytes response, @Nullable Resource resource, By by) {
        return resolutions.asHappened(key, response, null, resource, engine.settings.retention, by);
    }

    /**
     * As {@link Once#resolveAsNotHappened}, as part of the transaction.
     *
     * @return false if the record is not unknown, or no longer
     */
    public boolean resolveAsNotHappened(Key key, By by) {
        return resolutions.asNotHappened(key, engine.settings.retention, by);
    }
}
