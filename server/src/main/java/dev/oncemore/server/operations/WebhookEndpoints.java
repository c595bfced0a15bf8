package dev.oncemore.server.operations;

import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.server.store.Backend;
import dev.oncemore.server.store.Sql;
import dev.oncemore.task.store.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that webhooks of this store are on their way to, or were given up for. Endpoints themselves live in the
 * applications; the store knows them by the messages that it keeps. Of a message that was taken it keeps the answer only.
 */
final class WebhookEndpoints {
    /** How many messages are looked at: those that are under way, and as many that were given up. */
    private static final int MESSAGES_MAX = 500;
    /** Whom a message is for stands at its beginning; what it says may be long. */
    private static final int BEGINNING = 1_000;

    private static final String LIVE =
            "SELECT id, substr(payload, 1, " + BEGINNING + "), attempts, 0, '' FROM oncemore_task WHERE id IN (";
    private static final String DEAD = "SELECT id, substr(payload, 1, " + BEGINNING
            + "), attempts, died_at, reason FROM oncemore_dead WHERE queue = ? AND kind = ? AND discarded_at IS NULL"
            + " ORDER BY died_at DESC, id DESC LIMIT " + MESSAGES_MAX;

    private final Backend backend;
    private final Sql sql;

    WebhookEndpoints(Backend backend) {
        this.backend = backend;
        this.sql = new Sql(backend.dataSource());
    }

    private record Found(String id, String endpoint, int attempts, Instant diedAt, String reason) {}

    List<EndpointDeliveries> list() {
        Map<String, EndpointDeliveries> all = new TreeMap<>();
        for (Found found : live()) {
            EndpointDeliveries one =
                    new EndpointDeliveries(found.endpoint(), 1, found.attempts() > 0 ? 1 : 0, 0, null, null);
            all.merge(found.endpoint(), one, EndpointDeliveries::and);
        }
        // The latest first: what is merged first is the last failure.
        for (Found found : dead()) {
            EndpointDeliveries one = new EndpointDeliveries(found.endpoint(), 0, 0, 1, found.reason(), found.diedAt());
            all.merge(found.endpoint(), one, EndpointDeliveries::and);
        }
        return List.copyOf(all.values());
    }

    /** The messages that were given up for an endpoint, the latest first. */
    List<String> dead(String endpoint) {
        return dead().stream()
                .filter(found -> found.endpoint().equals(endpoint))
                .map(Found::id)
                .toList();
    }

    /** Which they are is asked as a worker asks, by the index that work goes by. */
    private List<Found> live() {
        List<String> ids = backend.tasks().lists().next(Webhooks.QUEUE, MESSAGES_MAX).stream()
                .filter(status -> status.kind().equals(Webhooks.KIND))
                .map(TaskStatus::id)
                .toList();
        return ids.isEmpty()
                ? List.of()
                : read(LIVE + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")", ids.toArray());
    }

    private List<Found> dead() {
        return read(DEAD, Webhooks.QUEUE, Webhooks.KIND);
    }

    private List<Found> read(String query, Object... values) {
        return sql.list(
                query,
                row -> new Found(
                        row.getString(1),
                        endpoint(row.getBytes(2)).orElse("?"),
                        row.getInt(3),
                        Instant.EPOCH.plus(row.getLong(4), ChronoUnit.MICROS),
                        row.getString(5)),
                values);
    }

    /** Whom the message is for that begins so; empty when it is none, because somebody edited it. */
    private static Optional<String> endpoint(byte @Nullable [] beginning) {
        if (beginning == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(WebhookMessage.ofPayload(unquoted(beginning)).endpoint());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Where codecs write JSON, the message is a string of Base64, whose end is cut off here. */
    private static byte[] unquoted(byte[] beginning) {
        if (beginning.length < 2 || beginning[0] != '"') {
            return beginning;
        }
        int end = beginning[beginning.length - 1] == '"' ? beginning.length - 1 : beginning.length;
        int whole = 1 + (end - 1) / 4 * 4;
        return Base64.getDecoder()
                .decode(new String(Arrays.copyOfRange(beginning, 1, whole), StandardCharsets.US_ASCII));
    }
}
