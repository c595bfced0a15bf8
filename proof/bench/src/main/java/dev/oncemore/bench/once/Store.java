package dev.oncemore.bench.once;

import dev.oncemore.testkit.server.MariaDbServer;
import java.util.List;
import java.util.Locale;

/** The stores that are measured. */
enum Store {
    POSTGRES,
    SQLITE,
    MARIADB,
    REDIS,
    MEMORY;

    /** Whether there is such a server for this platform. */
    boolean runsHere() {
        return this != MARIADB || MariaDbServer.runsHere();
    }

    /** Starts its server and opens it, which takes a few seconds. */
    Place open() {
        return switch (this) {
            case POSTGRES -> JdbcPlace.postgres();
            case SQLITE -> JdbcPlace.sqlite();
            case MARIADB -> JdbcPlace.mariadb();
            case REDIS -> RedisPlace.start();
            case MEMORY -> new MemoryPlace();
        };
    }

    /** The cases of this store, in the order of the report. */
    List<OnceCase> cases() {
        OnceCase many = new OnceCase(this, Act.LEASED, OnceCase.MANY);
        OnceCase lone = new OnceCase(this, Act.LEASED, 1);
        OnceCase replay = new OnceCase(this, Act.REPLAY, OnceCase.MANY);
        return switch (this) {
            case POSTGRES, SQLITE, MARIADB -> List.of(many, lone, replay, new OnceCase(this, Act.ATOMIC, 1));
            case REDIS -> List.of(many, lone, replay);
            case MEMORY -> List.of(many, lone);
        };
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
