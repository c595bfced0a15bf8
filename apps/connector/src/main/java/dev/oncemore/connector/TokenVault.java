package dev.oncemore.connector;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.time.Chance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Stores the refresh tokens of connectors, encrypted, for restarts and for other servers. */
public final class TokenVault {
    /** Its tables. */
    public static final SchemaScripts SCHEMA = SchemaScripts.of("connector", TokenVault.class);

    private static final Duration WAIT = Duration.ofSeconds(40);
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RETENTION = Duration.ofDays(1);

    private final Database database;
    private final InstantSource clock;
    private final Operation<String> renewal;

    /** A vault in this store. */
    public TokenVault(Database database, RecordStore records, InstantSource clock) {
        this.database = database;
        this.clock = clock;
        this.renewal = Once.on(records, OnceSettings.standard().lease(LEASE))
                .operation("connector-token", Codec.text())
                .waitAtMost(WAIT)
                .retention(RETENTION)
                // A server that crashed may have renewed it, so the token is read again before the next renewal.
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                // An administrator may fix the cause of a refusal.
                .classifier(Classifier.standard()
                        .on(
                                ConnectorException.class,
                                failure -> Classification.transientFailure(
                                        failure.classification().reason())))
                .build();
    }

    /**
     * All renewals of one first token. While an administrator sets another first token on one server after the other, both
     * chains are in use.
     *
     * @param connector the connector's name
     * @param first the digest of the first token
     */
    record Chain(String connector, String first) {}

    /**
     * The stored state of a chain.
     *
     * @param version counts the renewals
     * @param sealed the encrypted tokens
     */
    record Kept(long version, String sealed) {
        @Override
        public String toString() {
            return "version " + version;
        }
    }

    Seal seal(String connector, String secret) {
        return new Seal(connector, secret, Chance.unforeseeable());
    }

    Optional<Kept> read(Chain chain) {
        return database.first(
                "SELECT version, sealed FROM oncemore_connector_token WHERE connector = ? AND first_hash = ?",
                row -> new Kept(row.getLong(1), row.getString(2)),
                chain.connector(),
                chain.first());
    }

    /** Renews the token of this version on one thread of all servers; the others wait for it. */
    void renew(Chain chain, long version, Runnable request) throws InterruptedException {
        Outcome<String> outcome = renewal.key("desk", chain.connector() + ":" + chain.first() + ":" + version)
                .by("desk")
                .run(Payload.none(), claim -> {
                    request.run();
                    return "renewed";
                });
        if (Thread.interrupted()) {
            throw new InterruptedException("while a token was renewed");
        }
        if (outcome instanceof Outcome.Failed<String> failed
                && failed.cause().orElse(null) instanceof ConnectorException failure) {
            throw failure;
        }
        if (!(outcome instanceof Outcome.Done) && !(outcome instanceof Outcome.DoneWithoutValue)) {
            throw new ConnectorException(
                    Classification.transientFailure("the token is being renewed (" + outcome.describe() + ")"),
                    0,
                    false);
        }
    }

    /** Stores renewed tokens durably, unless another server has stored a newer version. */
    void put(Chain chain, Kept renewed) {
        long at = clock.millis();
        int changed = database.update(
                "UPDATE oncemore_connector_token SET version = ?, sealed = ?, at = ?"
                        + " WHERE connector = ? AND first_hash = ? AND version = ?",
                renewed.version(),
                renewed.sealed(),
                at,
                chain.connector(),
                chain.first(),
                renewed.version() - 1);
        if (changed == 0 && renewed.version() == 1) {
            database.insertNew(
                    "oncemore_connector_token (connector, first_hash, version, sealed, at)",
                    List.of(List.<Object>of(chain.connector(), chain.first(), 1, renewed.sealed(), at)));
        }
    }
}
