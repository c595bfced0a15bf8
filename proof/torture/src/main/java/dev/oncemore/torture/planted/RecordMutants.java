package dev.oncemore.torture.planted;

import static dev.oncemore.torture.planted.Edits.comparesEqual;
import static dev.oncemore.torture.planted.Edits.countsAsEqual;
import static dev.oncemore.torture.planted.Edits.ignoresAnswer;
import static dev.oncemore.torture.planted.Edits.says;

import dev.oncemore.torture.planted.kit.Records;
import java.util.List;

/** Bugs in stores of records. */
final class RecordMutants {
    private static final String IN_MEMORY = "dev.oncemore.once.record.InMemoryRecordStore";
    private static final String POSTGRES = "dev.oncemore.jdbc.internal.record.PostgresRecordSql";
    private static final String POSTGRES_ONE = POSTGRES + "$One";
    private static final String POSTGRES_SCRIPTS = "META-INF/oncemore/schema/records/postgresql/";
    private static final String MARIADB = "dev.oncemore.jdbc.internal.record.MariaDbRecordSql";
    private static final String SQLITE = "dev.oncemore.jdbc.internal.record.SqliteRecordSql";
    private static final String REDIS = "dev.oncemore.redis.Script";

    private RecordMutants() {}

    static List<Mutant> takeOvers() {
        String test = "anotherFenceThanTheRecords_changesNothing";
        return onEach(
                "take-over ignores the expected fence",
                test,
                comparesEqual(IN_MEMORY, "takeOver", "expectedFence"),
                new TextEdit(POSTGRES_SCRIPTS, "${prefix}take_over(", "r.fence = w.expected", "true"),
                says(MARIADB, "r.attempts + 1", "r.fence = w.expected", "true"),
                says(SQLITE, "take_overs = take_overs + 1", "${fence} = ?8", "(${fence} = ?8 OR true)"),
                says(REDIS, "'s', 't', 'n', 'l'", "found[3] ~= ARGV[5]", "false"));
    }

    static List<Mutant> extensions() {
        String test = "aHeartbeatUnderAnOldFenceIsRefused";
        return onEach(
                "extend without the fence",
                test,
                comparesEqual(IN_MEMORY, "extend", "fence"),
                new TextEdit(POSTGRES_SCRIPTS, "${prefix}extend(", "r.fence = w.fence", "true"),
                says(MARIADB, "SET r.lease_until = ${now} + w.lease, r.updated_at", "r.fence = w.fence", "true"),
                says(SQLITE, "SET lease_until = ${now} + ?, updated_at", "${fence} = ?", "(${fence} = ? OR true)"),
                says(REDIS, "if found[1] ~= 'RUNNING' or", "found[2] ~= ARGV[1]", "false"));
    }

    static List<Mutant> ends() {
        String test = "aFinishUnderAnOldFenceIsRefused_andTheNewOwnersOutcomeStands";
        return onEach(
                "end without the fence",
                test,
                comparesEqual(IN_MEMORY, "finish", "fence"),
                says(POSTGRES_ONE, "SET state = ?", "fence = ?", "(fence = ? OR true)"),
                says(MARIADB, "SET state = ?", "fence = ?", "(fence = ? OR true)"),
                says(SQLITE, "SET state = ?", "${fence} = ?", "(${fence} = ? OR true)"),
                says(REDIS, "local found = redis.call('HMGET', key, 's', 'n')\nif", "found[2] ~= ARGV[1]", "false"));
    }

    static List<Mutant> rowCounts() {
        String bug = "row count ignored in a batch of ends";
        String test = "deposedAndRightfulEndsOfManyKeys_areToldApart";
        return List.of(
                Mutant.of(
                        bug,
                        "MariaDB",
                        Kit.of(Records.OnMariaDb.class, test),
                        countsAsEqual("dev.oncemore.jdbc.internal.record.MariaDbRecords", "finishParts", "size")),
                Mutant.of(
                        bug,
                        "SQLite",
                        Kit.of(Records.OnSqlite.class, test),
                        ignoresAnswer(
                                "dev.oncemore.jdbc.internal.record.SqliteRecords", "finished", "executeUpdate", 1)),
                Mutant.of(
                        "a batch of ends without the fence",
                        "PostgreSQL",
                        Kit.of(Records.OnPostgres.class, test),
                        new TextEdit(POSTGRES_SCRIPTS, "${prefix}finish_and_claim(", "r.fence = w.fence", "true")),
                Mutant.of(
                        "row count ignored in an end",
                        "PostgreSQL",
                        Kit.of(
                                Records.OnPostgres.class,
                                "aFinishUnderAnOldFenceIsRefused_andTheNewOwnersOutcomeStands"),
                        ignoresAnswer(
                                "dev.oncemore.jdbc.internal.record.PostgresRecords", "finishOne", "executeUpdate", 1)));
    }

    static List<Mutant> purges() {
        String bug = "purge takes live leases";
        String test = "aPurgeAmongExpiredRecords_takesNoLiveLeaseAndNothingUnknown";
        return List.of(
                Mutant.of(
                        bug,
                        "memory",
                        Kit.of(Records.InMemory.class, test),
                        ignoresAnswer(IN_MEMORY, "purge", "isExpired", true)),
                Mutant.of(
                        bug,
                        "PostgreSQL",
                        Kit.of(Records.OnPostgres.class, test),
                        says(POSTGRES, "DELETE FROM", "r.expires_at <=", "coalesce(r.expires_at, 0) <=")),
                Mutant.of(
                        bug,
                        "MariaDB",
                        Kit.of(Records.OnMariaDb.class, test),
                        says(MARIADB, "SELECT scope, key_value FROM", "expires_at <=", "coalesce(expires_at, 0) <="),
                        says(MARIADB, "DELETE r FROM", "r.expires_at <=", "coalesce(r.expires_at, 0) <=")),
                Mutant.of(
                        bug,
                        "SQLite",
                        Kit.of(Records.OnSqlite.class, test),
                        says(SQLITE, "DELETE FROM", "expires_at <=", "coalesce(expires_at, 0) <=")));
    }

    static List<Mutant> retentions() {
        String bug = "retention counts from the claim";
        String test = "retentionCountsFromTheEnd_notFromTheClaim";
        return List.of(
                Mutant.of(
                        bug,
                        "PostgreSQL",
                        Kit.of(Records.OnPostgres.class, test),
                        says(POSTGRES_ONE, "expires_at =", "${prefix}clock() + ?", "created_at + ?")),
                Mutant.of(
                        bug,
                        "MariaDB",
                        Kit.of(Records.OnMariaDb.class, test),
                        says(MARIADB, "lease_until = NULL, expires_at =", "${now} + ?", "created_at + ?")),
                Mutant.of(
                        bug,
                        "SQLite",
                        Kit.of(Records.OnSqlite.class, test),
                        says(SQLITE, "lease_until = NULL, expires_at =", "${now} + ?", "created_at + ?")),
                Mutant.of(
                        bug,
                        "Redis",
                        Kit.of(Records.OnRedis.class, test),
                        says(REDIS, "local expires =", "now + ARGV[3]", "redis.call('HGET', key, 'c') + ARGV[3]")));
    }

    /** Not in memory, where a key keeps its scope as an object; other stores write it as text. */
    static List<Mutant> scopes() {
        String bug = "a scope is written without its tenant";
        String test = "theSameOperationAndKeyOfAnotherTenant_isAnotherRecord";
        Edit edit = ignoresAnswer("dev.oncemore.once.record.Scope", "written", "tenant", "any");
        return List.of(
                Mutant.of(bug, "PostgreSQL", Kit.of(Records.OnPostgres.class, test), edit),
                Mutant.of(bug, "MariaDB", Kit.of(Records.OnMariaDb.class, test), edit),
                Mutant.of(bug, "SQLite", Kit.of(Records.OnSqlite.class, test), edit),
                Mutant.of(bug, "Redis", Kit.of(Records.OnRedis.class, test), edit));
    }

    private static List<Mutant> onEach(
            String bug, String test, Edit memory, Edit postgres, Edit mariaDb, Edit sqlite, Edit redis) {
        return List.of(
                Mutant.of(bug, "memory", Kit.of(Records.InMemory.class, test), memory),
                Mutant.of(bug, "PostgreSQL", Kit.of(Records.OnPostgres.class, test), postgres),
                Mutant.of(bug, "MariaDB", Kit.of(Records.OnMariaDb.class, test), mariaDb),
                Mutant.of(bug, "SQLite", Kit.of(Records.OnSqlite.class, test), sqlite),
                Mutant.of(bug, "Redis", Kit.of(Records.OnRedis.class, test), redis));
    }
}
