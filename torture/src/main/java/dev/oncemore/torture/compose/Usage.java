package dev.oncemore.torture.compose;

import dev.oncemore.torture.compose.Layer.Declared;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.compose.Layer.Leased;
import dev.oncemore.torture.compose.Layer.OnUnknown;
import dev.oncemore.torture.compose.Layer.Retrying;
import java.util.ArrayList;
import java.util.List;

/** What a user may declare about a nesting. A history in which the user lies would only show that lies have consequences. */
final class Usage {

    private Usage() {}

    /** The same nesting with declarations that are true. */
    static List<Layer> corrected(List<Layer> layers, boolean honoursKeys) {
        List<Layer> corrected = new ArrayList<>(layers.size());
        boolean keyFromAbove = false;
        for (int i = 0; i < layers.size(); i++) {
            boolean recordBelow = hasRecord(layers, i + 1);
            Layer layer = layers.get(i);
            if (layer instanceof Retrying retrying) {
                Retrying allowed = allowed(retrying, recordBelow, honoursKeys, keyFromAbove);
                keyFromAbove |= allowed.safety() == Declared.KEYED;
                layer = allowed;
            }
            if (layer instanceof Leased leased) {
                keyFromAbove = true;
                boolean runsAgain = leased.unknown() == OnUnknown.RUN_AGAIN && !honoursKeys && !recordBelow;
                layer = runsAgain ? new Leased(leased.leaseSeconds(), OnUnknown.PARK, leased.async()) : leased;
            }
            corrected.add(layer);
        }
        return corrected;
    }

    private static Retrying allowed(
            Retrying wanted, boolean recordBelow, boolean honoursKeys, boolean keyFromAbove) {
        boolean keyed = recordBelow || honoursKeys;
        boolean idempotent = recordBelow || (honoursKeys && keyFromAbove);
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

    private static boolean leavesRoomToHedge(Retrying wanted) {
        return (wanted.timeoutMillis() == 0 || wanted.timeoutMillis() > Policies.HEDGE_MILLIS)
                && (wanted.deadlineMillis() == 0 || wanted.deadlineMillis() > Policies.HEDGE_MILLIS);
    }

    private static boolean hasRecord(List<Layer> layers, int from) {
        for (int i = from; i < layers.size(); i++) {
            if (layers.get(i) instanceof Leased) {
                return true;
            }
        }
        return false;
    }
}
