package dev.oncemore.operations;

import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What ended, what comes next, and what became of webhooks. */
public final class HistoryOperations {
    private final Backend backend;
    private final WebhookEndpoints endpoints;

    /** Of this store. */
    public HistoryOperations(Backend backend) {
        this.backend = backend;
        this.endpoints = new WebhookEndpoints(backend);
    }

    /** Tasks that were done, rejected or cancelled, the latest first; the kinds of those that are wanted start so. */
    public List<LogEntry> ended(String kind, DeadLetters.@Nullable Cursor before, int most) {
        TaskQueries.Place place = before == null ? null : new TaskQueries.Place(before.diedAt(), before.id());
        return backend.taskQueries().ended(kind, place, most);
    }

    /** What time it is for the store, which decides what is due. */
    public Instant now() {
        return backend.tasks().now();
    }

    /** What a queue gives next. */
    public List<TaskStatus> next(String queue, int most) {
        return backend.taskQueries().next(queue, most);
    }

    /** Webhooks that were given up, the latest first. */
    public List<DeadLetter> deadWebhooks(int most) {
        return backend.tasks()
                .deadLetters()
                .page(DeadLetters.Filter.all().ofKind(Webhooks.KIND), DeadLetters.Order.NEWEST_FIRST, null, most);
    }

    /** How many webhooks were given up. */
    public long countDeadWebhooks() {
        return backend.tasks().deadLetters().count(DeadLetters.Filter.all().ofKind(Webhooks.KIND));
    }

    /** The endpoints that messages are on their way to or were given up for, by name. */
    public List<EndpointDeliveries> endpoints() {
        return endpoints.list();
    }

    /** The messages that were given up for an endpoint: the letters that a replay is to redrive. */
    public List<String> deadFor(String endpoint) {
        List<String> dead = endpoints.dead(endpoint);
        if (dead.isEmpty()) {
            throw Rejected.conflict("no webhook to '" + endpoint + "' is given up any more");
        }
        return dead;
    }

    /** What a webhook was to say; empty when its payload is none. */
    public static Optional<WebhookMessage> message(DeadLetter letter) {
        try {
            return Optional.of(WebhookMessage.ofPayload(letter.task().payload().toArray()));
        } catch (RuntimeException e) {
            // A person edited it: the page of the letter shows it as it is.
            return Optional.empty();
        }
    }
}
