package dev.oncemore.bench.once;

import org.jspecify.annotations.Nullable;

/** Opens stores one after the other, so that no server idles beside the one that is measured. */
final class Places implements AutoCloseable {
    private @Nullable Store current;
    private @Nullable Place place;

    /** Opens this store and closes any other. */
    Place at(Store store) {
        Place open = place;
        if (open == null || store != current) {
            close();
            open = store.open();
            current = store;
            place = open;
        }
        return open;
    }

    @Override
    public void close() {
        Place open = place;
        place = null;
        if (open != null) {
            open.close();
        }
    }
}
