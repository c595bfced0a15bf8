package dev.oncemore.operations;

import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.Sql;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    /** How many times as many of those that were given up are looked at for one endpoint. */
    private static final int PAGES_MAX = 20;

    private static final String LIVE =
            "SELECT id, substr(payload, 1, " + BEGINNING + "), 0, '' FROM oncemore_task WHERE id IN (";
    private static final String DEAD = "SELECT id, substr(payload, 1, " + BEGINNING
            + "), died_at, reason FROM oncemore_dead WHERE queue = ? AND kind = ? AND discarded_at IS NULL"
            + " AND (died_at < ? OR (died_at = ? AND id < ?)) ORDER BY died_at DESC, id DESC LIMIT " + MESSAGES_MAX;

    private final Backend backend;
    private final Sql sql;

    WebhookEndpoints(Backend backend) {
        this.backend = backend;
        this.sql = new Sql(backend.dataSource());
    }

    private record Found(String id, String endpoint, long diedMicros, String reason) {}

    List<EndpointDeliveries> list() {
        Map<String, EndpointDeliveries> all = new TreeMap<>();
        Map<String, TaskStatus> live = live();
        for (Found found : live(live.keySet())) {
            TaskStatus status = Objects.requireNonNull(live.get(found.id()));
            // An attempt counts as soon as it begins.
            boolean isFirst = status.attempts() == (status.state() == TaskState.RUNNING ? 1 : 0);
            EndpointDeliveries one = new EndpointDeliveries(found.endpoint(), 1, isFirst ? 0 : 1, 0, null, null);
            all.merge(found.endpoint(), one, EndpointDeliveries::and);
        }
        // The latest first: what is merged first is the last failure.
        for (Found found : dead(Long.MAX_VALUE, "")) {
            EndpointDeliveries one = new EndpointDeliveries(
                    found.endpoint(), 0, 0, 1, found.reason(), Micros.instant(found.diedMicros()));
            all.merge(found.endpoint(), one, EndpointDeliveries::and);
        }
        return List.copyOf(all.values());
    }

    /** The messages that were given up for an endpoint, the latest first; as many as can be replayed at once. */
    List<String> dead(String endpoint) {
        List<String> ids = new ArrayList<>();
        List<Found> page = dead(Long.MAX_VALUE, "");
        for (int pages = 1; true; pages++) {
            page.stream()
                    .filter(found -> found.endpoint().equals(endpoint))
                    .limit(MESSAGES_MAX - ids.size())
                    .forEach(found -> ids.add(found.id()));
            if (page.size() < MESSAGES_MAX || ids.size() == MESSAGES_MAX || pages == PAGES_MAX) {
                return ids;
            }
            Found last = page.get(MESSAGES_MAX - 1);
            page = dead(last.diedMicros(), last.id());
        }
    }

    /** Which they are is asked as a worker asks, by the index that work goes by. */
    private Map<String, TaskStatus> live() {
        return backend.taskQueries().next(Webhooks.QUEUE, MESSAGES_MAX).stream()
                .filter(status -> status.kind().equals(Webhooks.KIND))
                .collect(Collectors.toMap(TaskStatus::id, status -> status, (first, again) -> first));
    }

    private List<Found> live(Set<String> ids) {
        return ids.isEmpty()
                ? List.of()
                : read(LIVE + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")", ids.toArray());
    }

    private List<Found> dead(long beforeMicros, String beforeId) {
        return read(DEAD, Webhooks.QUEUE, Webhooks.KIND, beforeMicros, beforeMicros, beforeId);
    }

    private List<Found> read(String query, Object... values) {
        return sql.list(
                query,
                row -> new Found(
                        row.getString(1), endpoint(row.getBytes(2)).orElse("?"), row.getLong(3), row.getString(4)),
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
