package dev.oncemore.observe.log;

import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import org.jspecify.annotations.Nullable;

/** Formats events of effects. */
final class RecordLines {
    private static final String DOCUMENT = "document:";

    private RecordLines() {}

    static Line of(OnceEvent event) {
        Key key = event.key();
        return facts(event)
                .key(key.value())
                .fact("tenant", key.scope().tenant())
                .fact("operation", key.scope().operation());
    }

    /** The context known from the key: the principal and the document type. */
    static LogContext contextOf(OnceEvent event) {
        Scope scope = event.key().scope();
        LogContext known = LogContext.none();
        if (event instanceof OnceEvent.Resolved resolved) {
            known = known.who(resolved.by().who());
        } else if (!scope.principal().equals(Scope.ANYONE)) {
            known = known.who(scope.principal());
        }
        return scope.operation().startsWith(DOCUMENT)
                ? known.docType(scope.operation().substring(DOCUMENT.length()))
                : known;
    }

    private static Line facts(OnceEvent event) {
        if (event instanceof OnceEvent.Claimed e) {
            return new Line("once.claimed").fact("leftBehind", name(e.leftBehind()));
        }
        if (event instanceof OnceEvent.Finished e) {
            return new Line("once.finished").fact("state", name(e.state())).error(e.error());
        }
        if (event instanceof OnceEvent.HeldBack e) {
            return new Line("once.duplicate_held_back").fact("state", name(e.state()));
        }
        if (event instanceof OnceEvent.Mismatched) {
            return new Line("once.mismatched");
        }
        if (event instanceof OnceEvent.Resolved e) {
            return new Line("once.resolved").fact("state", name(e.state()));
        }
        return new Line("once.deposed");
    }

    private static @Nullable String name(@Nullable RecordState state) {
        return state == null ? null : state.name();
    }
}
