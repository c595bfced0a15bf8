package dev.oncemore.torture.compose;

import dev.oncemore.once.Claim;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that the layers of a history use, from the outermost to the bank. */
final class Keys {
    static final String BUSINESS_KEY = "doc-1";
    static final String TENANT = "acme";
    private static final String[] PATHS = {"/pay", "/pay/1", "/pay/2", "/pay/3", "/pay/4", "/pay/5"};
    /** The operation of layers under a lease. */
    static final String LEASED = "pay";
    /** The operation of layers in a transaction. */
    static final String ATOMIC = "book";

    private static final Key IN_TRANSACTION = Scope.of(TENANT, ATOMIC).key(BUSINESS_KEY);
    private static final Key DOCUMENT = Scope.of(TENANT, LEASED).key(BUSINESS_KEY);

    private Keys() {}

    /** The record that a Once layer uses for a call. */
    static Key ofRecord(Call call) {
        Call.Hold holds = call.holds();
        return holds == null ? DOCUMENT : holds.key().child("step");
    }

    /** The record that a transaction has for a call. */
    static Key ofTransaction(Call call) {
        Call.Hold holds = call.holds();
        return holds == null ? IN_TRANSACTION : holds.key().child("tx");
    }

    /** The record that a filter uses for a request with this key. */
    static Key ofFilter(int place, String headerKey) {
        return Scope.of(TENANT, "POST " + path(place)).key(headerKey);
    }

    /** The address of the server of the layer at this place. */
    static String path(int place) {
        return PATHS[place];
    }

    static boolean isOfFilter(Key key) {
        return key.scope().operation().startsWith("POST ")
                && !key.scope().operation().endsWith(">");
    }

    /** Whether it is an internal record of a saga. */
    static boolean isOfSaga(Key key) {
        return key.scope().operation().startsWith("saga:");
    }

    /** The outermost record; null when there is none. */
    static @Nullable Key outermost(List<Layer> layers) {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).keepsRecord()) {
                return layers.get(i) instanceof Layer.Leased
                        ? DOCUMENT
                        : layers.get(i) instanceof Layer.Atomic ? IN_TRANSACTION : ofFilter(i, BUSINESS_KEY);
            }
        }
        return null;
    }

    /** The key that reaches the bank from the layer at this place that uses this record; null when none does. */
    static @Nullable String ofBank(List<Layer> layers, int place, Key record, @Nullable String handedDown) {
        Key hold = record;
        String key = handedDown;
        for (int i = place + 1; i < layers.size(); i++) {
            Layer layer = layers.get(i);
            if (layer instanceof Layer.Leased) {
                hold = hold.child("step");
                key = Claim.downstreamKeyOf(hold);
            }
            if (layer instanceof Layer.Atomic) {
                return null; // the effect is known by its operation
            }
            if (layer instanceof Layer.Retrying retrying && retrying.safety() == Layer.Declared.KEYED) {
                key = key == null ? BUSINESS_KEY : key;
            }
            if (layer instanceof Layer.Http http) {
                key = http.keyed() ? key == null ? BUSINESS_KEY : key : null;
                hold = http.filtered() && key != null ? ofFilter(i, key) : hold;
            }
        }
        return key;
    }
}
