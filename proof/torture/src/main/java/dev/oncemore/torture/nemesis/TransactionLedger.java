package dev.oncemore.torture.nemesis;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcomes that nodes got for effects in the store's own database. Callers hold the ledger's lock. */
final class TransactionLedger {
    private final ViolationLog violations;
    private final Map<String, Effect> effects = new HashMap<>();

    TransactionLedger(ViolationLog violations) {
        this.violations = violations;
    }

    /** The state of one key. */
    static final class Effect {
        final Timeline timeline;
        private @Nullable String acknowledged;
        private int firstTimes;

        private Effect(Timeline timeline) {
            this.timeline = timeline;
        }

        Optional<String> acknowledged() {
            return Optional.ofNullable(acknowledged);
        }
    }

    void outcome(NodeProcess member, String key, String kind, String text) {
        Effect effect = effects.computeIfAbsent(key, absent -> new Effect(violations.timeline("atomic key " + key)));
        effect.timeline.add(member + " was told: " + kind + " " + text);
        switch (kind) {
            case "done", "replayed" -> {
                if (effect.acknowledged != null && !effect.acknowledged.equals(text)) {
                    violations.broken("replays are equal", effect.timeline);
                }
                effect.acknowledged = text;
                if (kind.equals("done") && ++effect.firstTimes > 1) {
                    violations.broken("one transaction brings an effect about, all others replay it", effect.timeline);
                }
            }
            case "threw" -> {}
            default -> violations.broken("an outcome is of a possible kind", effect.timeline);
        }
    }

    Map<String, Effect> effects() {
        return Map.copyOf(effects);
    }

    /** Forgets the keys of a round, which are not used again. */
    void forget() {
        effects.clear();
    }
}
