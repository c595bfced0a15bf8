package dev.oncemore.connector;

import dev.oncemore.retry.policy.Classification;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tokens that are renewed with a refresh token.
 *
 * <ol>
 *   <li>The first refresh token comes from the environment. Each renewal may give another, and the one before is worth nothing then.
 *   <li>So one renews at a time, among all threads and servers, and keeps what it got before anybody uses it.
 *   <li>Another first token in the environment starts a new chain; servers with the old one continue theirs.
 * </ol>
 */
final class RefreshedTokens implements Tokens {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Others may renew at the same time; the wait for them is bounded. */
    private static final int ROUNDS = 3;

    private final TokenEndpoint endpoint;
    private final String first;
    private final TokenVault.Chain chain;
    private final TokenVault vault;
    private final Seal seal;
    private final InstantSource clock;
    private @Nullable Pair known;
    /** What was renewed while the store was away. */
    private TokenVault.@Nullable Kept unsaved;

    private String refused = "";

    RefreshedTokens(
            String connector, TokenEndpoint endpoint, String first, TokenVault vault, Seal seal, InstantSource clock) {
        this.endpoint = endpoint;
        this.first = first;
        this.chain = new TokenVault.Chain(connector, Seal.hash(first));
        this.vault = vault;
        this.seal = seal;
        this.clock = clock;
    }

    /** The two tokens, as of a version. */
    private record Pair(long version, String refresh, String access, long untilMillis) {
        @Override
        public String toString() {
            return "version " + version;
        }
    }

    /** Where the store cannot be asked just now that is no fault of the document: it is tried again. */
    @Override
    public synchronized String current() throws InterruptedException {
        try {
            return good().access();
        } catch (ConnectorException e) {
            throw e;
        } catch (RuntimeException e) {
            ConnectorException failure = new ConnectorException(
                    Classification.transientFailure(
                            "the token could not be read (" + e.getClass().getSimpleName() + "); nothing was sent"),
                    0,
                    false);
            failure.initCause(e);
            throw failure;
        }
    }

    private Pair good() throws InterruptedException {
        save();
        Pair now = known;
        for (int round = 0; now == null || !isGood(now); round++) {
            now = kept();
            if (!isGood(now)) {
                if (round == ROUNDS) {
                    throw new ConnectorException(
                            Classification.transientFailure("others renew the token all the time"), 0, false);
                }
                long version = now.version();
                vault.renew(chain, version, () -> renew(version));
                now = null;
            }
        }
        known = now;
        return now;
    }

    private boolean isGood(Pair pair) {
        return !pair.access().isEmpty()
                && pair.untilMillis() > clock.millis()
                && !pair.access().equals(refused);
    }

    /** What was renewed last; the token of the environment where nothing was. */
    private Pair kept() {
        Optional<TokenVault.Kept> kept = vault.read(chain);
        long version = kept.map(TokenVault.Kept::version).orElse(0L);
        return kept.flatMap(found -> seal.opened(found.sealed()))
                .map(JSON::readTree)
                .map(node -> new Pair(
                        version,
                        node.path("refresh").asString(""),
                        node.path("access").asString(""),
                        node.path("until").asLong()))
                .orElseGet(() -> new Pair(version, first, "", 0));
    }

    private void renew(long version) {
        Pair before = kept();
        if (before.version() != version) {
            return;
        }
        TokenEndpoint.Grant grant =
                endpoint.ask(Map.of("grant_type", "refresh_token", "refresh_token", before.refresh()));
        String next = grant.refresh().isEmpty() ? before.refresh() : grant.refresh();
        JsonNode pair = JSON.createObjectNode()
                .put("refresh", next)
                .put("access", grant.access())
                .put("until", clock.millis() + grant.life().toMillis());
        // Before it is used: if this process dies now, the next one continues with it.
        unsaved = new TokenVault.Kept(version + 1, seal.closed(pair.toString()));
        save();
    }

    /** The token before is spent, so no interrupt ends this; where the store is away, the next one who comes does it. */
    private void save() {
        if (unsaved == null) {
            return;
        }
        boolean isInterrupted = Thread.interrupted();
        try {
            vault.put(chain, unsaved);
            unsaved = null;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized void forget(String token) {
        refused = token;
        if (known != null && known.access().equals(token)) {
            known = null;
        }
    }
}
