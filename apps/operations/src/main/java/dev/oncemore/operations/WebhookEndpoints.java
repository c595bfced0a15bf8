package dev.oncemore.operations;

import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.jdbc.query.TaskQueries.DeadPayloadStart;
import dev.oncemore.jdbc.query.TaskQueries.PayloadStart;
import dev.oncemore.jdbc.query.TaskQueries.Place;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** The endpoint of a message is at its beginning; its content may be long. */
    private static final int BEGINNING = 1_000;

    /** How many times as many of those that were given up are looked at for one endpoint. */
    private static final int PAGES_MAX = 20;

    private final TaskQueries tasks;

    WebhookEndpoints(Backend backend) {
        tasks = backend.taskQueries();
    }

    List<EndpointDeliveries> list() {
        Map<String, EndpointDeliveries> all = new TreeMap<>();
        Map<String, TaskStatus> live = live();
        for (PayloadStart message : payloads(live.keySet())) {
            TaskStatus status = Objects.requireNonNull(live.get(message.id()));
            // An attempt counts as soon as it begins.
            boolean isFirst = status.attempts() == (status.state() == TaskState.RUNNING ? 1 : 0);
            String endpoint = endpoint(message.start());
            EndpointDeliveries one = new EndpointDeliveries(endpoint, 1, isFirst ? 0 : 1, 0, null, null);
            all.merge(endpoint, one, EndpointDeliveries::and);
        }
        // The latest first: what is merged first is the last failure.
        for (DeadPayloadStart message : deadBefore(null)) {
            String endpoint = endpoint(message.start());
            EndpointDeliveries one = new EndpointDeliveries(endpoint, 0, 0, 1, message.reason(), message.diedAt());
            all.merge(endpoint, one, EndpointDeliveries::and);
        }
        return List.copyOf(all.values());
    }

    /** The messages that were given up for an endpoint, the latest first; as many as can be replayed at once. */
    List<String> dead(String endpoint) {
        List<String> ids = new ArrayList<>();
        List<DeadPayloadStart> page = deadBefore(null);
        for (int pages = 1; true; pages++) {
            page.stream()
                    .filter(message -> endpoint(message.start()).equals(endpoint))
                    .limit(MESSAGES_MAX - ids.size())
                    .forEach(message -> ids.add(message.id()));
            if (page.size() < MESSAGES_MAX || ids.size() == MESSAGES_MAX || pages == PAGES_MAX) {
                return ids;
            }
            page = deadBefore(page.get(MESSAGES_MAX - 1).place());
        }
    }

    /** Which they are is asked as a worker asks, by the index that work goes by. */
    private Map<String, TaskStatus> live() {
        return tasks.next(Webhooks.QUEUE, MESSAGES_MAX).stream()
                .filter(status -> status.kind().equals(Webhooks.KIND))
                .collect(Collectors.toMap(TaskStatus::id, status -> status, (first, again) -> first));
    }

    private List<PayloadStart> payloads(Set<String> ids) {
        return tasks.payloads(List.copyOf(ids), BEGINNING);
    }

    private List<DeadPayloadStart> deadBefore(@Nullable Place place) {
        return tasks.deadPayloads(Webhooks.QUEUE, Webhooks.KIND, place, BEGINNING, MESSAGES_MAX);
    }

    /** The endpoint of the message that begins so; a question mark when it is none, because it was edited. */
    private static String endpoint(Bytes beginning) {
        try {
            return WebhookMessage.ofPayload(unquoted(beginning.toArray())).endpoint();
        } catch (RuntimeException e) {
            return "?";
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
