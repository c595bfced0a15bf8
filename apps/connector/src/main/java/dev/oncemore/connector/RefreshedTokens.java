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
 *   <li>The first refresh token comes from the environment. Each renewal may return another, which invalidates the previous one.
 *   <li>So only one thread of all servers renews at a time, and it stores the new tokens before they are used.
 *   <li>Another first token in the environment starts a new chain; servers with the old one continue with theirs.
 * </ol>
 */
final class RefreshedTokens implements Tokens {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** How often to look for a token that others renew at the same time. */
    private static final int ROUNDS = 3;

    private final TokenEndpoint endpoint;
    private final String first;
    private final TokenVault.Chain chain;
    private final TokenVault vault;
    private final Seal seal;
    private final InstantSource clock;
    private @Nullable Pair known;
    /** Tokens that were renewed while the store was unavailable. */
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

    /** The two tokens of a version. */
    private record Pair(long version, String refresh, String access, long untilMillis) {
        @Override
        public String toString() {
            return "version " + version;
        }
    }

    /** Reports an unavailable store as a transient failure, so that the document is tried again. */
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
                            Classification.transientFailure("other servers keep renewing the token"), 0, false);
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

    /** The tokens of the last renewal, or the token of the environment if there was none. */
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
        // Saved before use, so that after a crash another server continues with it.
        unsaved = new TokenVault.Kept(version + 1, seal.closed(pair.toString()));
        save();
    }

    /** Saves renewed tokens, despite interrupts because the old token is spent. If the store is unavailable, the next call saves. */
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
