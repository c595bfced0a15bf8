package dev.oncemore.bench.once;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Where records are kept. */
enum Store {
    POSTGRES(JdbcPlace::postgres),
    SQLITE(JdbcPlace::sqlite),
    MARIADB(JdbcPlace::mariadb);

    private static final int CALLERS_MANY = 64;

    private final Supplier<Place> opener;

    Store(Supplier<Place> opener) {
        this.opener = opener;
    }

    /** Starts what it needs, which takes a few seconds. */
    Place open() {
        return opener.get();
    }

    /** What is measured here, in the order of the report. */
    List<OnceCase> cases() {
        return List.of(
                new OnceCase(this, Act.LEASED, CALLERS_MANY),
                new OnceCase(this, Act.LEASED, 1),
                new OnceCase(this, Act.REPLAY, CALLERS_MANY));
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
