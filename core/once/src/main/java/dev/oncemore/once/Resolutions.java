package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Resolves unknown outcomes on behalf of a person: takes the record over, and ends it. */
final class Resolutions {
    private final Engine engine;
    private final Claims.Verbs verbs;
    private final Function<Key, Optional<OnceRecord>> read;
    private final Duration lease;

    Resolutions(Engine engine, Claims.Verbs verbs, Function<Key, Optional<OnceRecord>> read, Duration lease) {
        this.engine = engine;
        this.verbs = verbs;
        this.read = read;
        this.lease = lease;
    }

    boolean asHappened(
            Key key, Bytes response, @Nullable String label, @Nullable Resource resource, Duration retention, By by) {
        return resolve(key, RecordState.SUCCEEDED, response, label, resource, retention, by);
    }

    boolean asNotHappened(Key key, Duration retention, By by) {
        return resolve(key, RecordState.FAILED_RETRYABLE, null, null, null, retention, by);
    }

    private boolean resolve(
            Key key,
            RecordState state,
            @Nullable Bytes response,
            @Nullable String label,
            @Nullable Resource resource,
            Duration retention,
            By by) {
        OnceRecord found = read.apply(key).orElse(null);
        if (found == null || found.state() != RecordState.UNKNOWN) {
            return false;
        }
        NewClaim claim = new NewClaim(key, found.fingerprint(), engine.settings.ids.next(), by.who(), lease);
        String words = "resolved by " + by.who() + ": " + by.why();
        return verbs.takeOver(new TakeOver(claim, found.fence(), false))
                .map(fence ->
                        resolved(new RecordFinish(key, fence, state, response, label, words, resource, retention), by))
                .orElse(false);
    }

    private boolean resolved(RecordFinish finish, By by) {
        boolean recorded = verbs.finish(finish);
        engine.emitEnd(finish, recorded);
        if (recorded) {
            engine.emitChange(new OnceEvent.Resolved(finish.key(), finish.fence(), finish.state(), by));
        }
        return recorded;
    }
}
