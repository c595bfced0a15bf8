package dev.oncemore.torture.compose;

import dev.oncemore.torture.compose.Layer.Declared;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.compose.Layer.Http;
import dev.oncemore.torture.compose.Layer.Leased;
import dev.oncemore.torture.compose.Layer.OnUnknown;
import dev.oncemore.torture.compose.Layer.Retrying;
import java.util.ArrayList;
import java.util.List;

/** Corrects false declarations of a generated history, such as idempotence: violations after those would prove nothing. */
final class Declarations {

    private Declarations() {}

    /** The same layers with declarations that are true. */
    static List<Layer> corrected(List<Layer> layers, boolean honoursKeys, boolean keyFromTop) {
        Layer[] corrected = insideTransactions(layers).toArray(Layer[]::new);
        boolean recordBelow = false;
        boolean keysReach = honoursKeys;
        for (int i = corrected.length - 1; i >= 0; i--) {
            boolean repeatable = recordBelow || keysReach;
            if (corrected[i] instanceof Http http) {
                corrected[i] = allowed(http, repeatable);
                keysReach &= ((Http) corrected[i]).keyed();
            } else if (corrected[i] instanceof Leased leased && !repeatable) {
                corrected[i] = new Leased(leased.leaseSeconds(), notAgain(leased.unknown()), leased.async());
            } else if (corrected[i] instanceof Retrying retrying) {
                boolean keyHandedDown = hasKey(corrected, i, keyFromTop);
                corrected[i] = allowed(retrying, repeatable, recordBelow || (keysReach && keyHandedDown));
            }
            recordBelow |= corrected[i].keepsRecord();
        }
        return List.of(corrected);
    }

    /** Inside a transaction, keeps only layers that run on its thread and in its database. */
    private static List<Layer> insideTransactions(List<Layer> layers) {
        List<Layer> allowed = new ArrayList<>(layers.size());
        boolean inside = false;
        for (Layer layer : layers) {
            boolean blocking = layer instanceof Retrying retrying && retrying.form() == Form.BLOCKING;
            if (!inside || blocking || layer instanceof Layer.Limit || layer instanceof Layer.Atomic) {
                allowed.add(layer);
            }
            inside |= layer instanceof Layer.Atomic;
        }
        return allowed;
    }

    /** Whether a layer above hands down a key that is the same for every repetition. */
    private static boolean hasKey(Layer[] layers, int below, boolean keyFromTop) {
        for (int i = below - 1; i >= 0; i--) {
            if (layers[i] instanceof Leased || (layers[i] instanceof Http http && http.filtered())) {
                return true;
            }
            if (layers[i] instanceof Http) {
                return false;
            }
        }
        return keyFromTop;
    }

    private static Retrying allowed(Retrying wanted, boolean keyed, boolean idempotent) {
        Declared safety = wanted.safety();
        if ((safety == Declared.KEYED && !keyed) || (safety == Declared.IDEMPOTENT && !idempotent)) {
            safety = Declared.UNDECLARED;
        }
        Form form = wanted.form() == Form.HEDGED && (safety == Declared.UNDECLARED || !leavesRoomToHedge(wanted))
                ? Form.ASYNC
                : wanted.form();
        return new Retrying(
                wanted.attempts(),
                wanted.timeoutMillis(),
                wanted.deadlineMillis(),
                wanted.retriesInside(),
                safety,
                form);
    }

    /** A filter needs a key; a key needs a layer or bank that honours it. */
    private static Http allowed(Http wanted, boolean repeatable) {
        return new Http(
                wanted.attempts(),
                wanted.timeoutMillis(),
                wanted.deadlineMillis(),
                wanted.filtered() || (wanted.keyed() && repeatable),
                wanted.filtered(),
                wanted.admission(),
                repeatable ? wanted.unknown() : notAgain(wanted.unknown()));
    }

    private static OnUnknown notAgain(OnUnknown wanted) {
        return wanted == OnUnknown.RUN_AGAIN ? OnUnknown.PARK : wanted;
    }

    private static boolean leavesRoomToHedge(Retrying wanted) {
        return (wanted.timeoutMillis() == 0 || wanted.timeoutMillis() > Policies.HEDGE_MILLIS)
                && (wanted.deadlineMillis() == 0 || wanted.deadlineMillis() > Policies.HEDGE_MILLIS);
    }
}
