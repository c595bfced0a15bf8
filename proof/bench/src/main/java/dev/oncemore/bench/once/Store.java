package dev.oncemore.bench.once;

import dev.oncemore.testkit.server.MariaDbServer;
import java.util.List;
import java.util.Locale;

/** Where records are kept. */
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

    /** Starts what it needs, which takes a few seconds. */
    Place open() {
        return switch (this) {
            case POSTGRES -> JdbcPlace.postgres();
            case SQLITE -> JdbcPlace.sqlite();
            case MARIADB -> JdbcPlace.mariadb();
            case REDIS -> RedisPlace.start();
            case MEMORY -> new MemoryPlace();
        };
    }

    /** What is measured here, in the order of the report. */
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

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
