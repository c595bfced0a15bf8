package dev.oncemore.retry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The views of one engine, by the operation that labels their calls. Each is made at its first use and kept. Names come
 * from code; if there are too many, the engine is likely asked for one per id, and the rest share {@link #OTHER}.
 */
final class Operations {
    static final String OTHER = "other";
    static final int NAMES_MAX = 100;
    static final int NAME_LENGTH_MAX = 100;

    private static final Logger LOG = System.getLogger("dev.oncemore.retry");

    private final Retry engine;
    private final Map<String, Retry> byName = new ConcurrentHashMap<>();
    private final AtomicBoolean warned = new AtomicBoolean();

    Operations(Retry engine) {
        this.engine = engine;
        byName.put(Retry.DEFAULT_OPERATION, engine);
    }

    Retry get(String name) {
        Retry known = byName.get(name);
        return known != null ? known : add(name);
    }

    private Retry add(String name) {
        if (name.isBlank() || name.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("the name of an operation must have 1 to " + NAME_LENGTH_MAX
                    + " characters and not be blank, but has " + name.length());
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of an operation must not contain control characters");
        }
        // Concurrent first uses may exceed the bound by a few; it is there to stop thousands.
        boolean fits = byName.size() <= NAMES_MAX;
        if (!fits && warned.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    engine.core.name + ": over " + NAMES_MAX + " operations; '" + name
                            + "' and later ones are labelled '" + OTHER + "'. Name operations in code, without ids");
        }
        return byName.computeIfAbsent(fits ? name : OTHER, label -> new Retry(engine.core.labelled(label), this));
    }
}
