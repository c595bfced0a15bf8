package dev.oncemore.spring;

import dev.oncemore.By;
import dev.oncemore.once.Once;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.BreakerSwitch;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * What the engines of this node are doing: policies with their breakers, workers, dead letters, and the record of a key. Payloads
 * and recorded values are not shown: they may be confidential.
 */
@Endpoint(id = "oncemore")
final class OncemoreEndpoint {
    private static final int GROUPS_MAX = 100;
    private static final int LETTERS_MAX = 100;

    private final Retries retries;
    private final @Nullable Tasks tasks;
    private final @Nullable WorkerLifecycle workers;
    private final @Nullable Once once;
    private final @Nullable OncemoreClients clients;

    OncemoreEndpoint(
            Retries retries,
            @Nullable Tasks tasks,
            @Nullable WorkerLifecycle workers,
            @Nullable Once once,
            @Nullable OncemoreClients clients) {
        this.clients = clients;
        this.retries = retries;
        this.tasks = tasks;
        this.workers = workers;
        this.once = once;
    }

    /**
     * The state of this node.
     *
     * @param policies the engines by name
     * @param clients the engines of HTTP clients, by the name of their policy
     * @param workersRun whether this node runs tasks
     * @param deadLetters the number of dead letters of all nodes
     * @param deadLettersByCause the dead letters with the same cause, at most 100 causes
     */
    record State(
            Map<String, RetryStatus> policies,
            Map<String, RetryStatus> clients,
            boolean workersRun,
            long deadLetters,
            List<DeadLetters.Group> deadLettersByCause) {}

    /** A record, without its value. */
    record RecordView(
            String tenant,
            String operation,
            String key,
            RecordState state,
            boolean expired,
            String who,
            int attempts,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant leaseUntil,
            @Nullable Instant expiresAt,
            @Nullable Resource resource,
            @Nullable String error) {}

    /** A dead letter, without its payload. */
    record LetterView(
            String id, String queue, String kind, String reason, int attempts, boolean inDoubt, Instant diedAt) {}

    /** What to do with a breaker. */
    enum Act {
        OPEN,
        CLOSE;

        private void on(BreakerSwitch breaker, By by) {
            if (this == OPEN) {
                breaker.forceOpen(by);
            } else {
                breaker.close(by);
            }
        }
    }

    @ReadOperation
    public State state() {
        DeadLetters letters = tasks == null ? null : tasks.deadLetters();
        return new State(
                retries.status(),
                clients == null ? Map.of() : clients.status(),
                workers != null && workers.isRunning(),
                letters == null ? 0 : letters.count(Filter.all()),
                letters == null ? List.of() : letters.groups(Filter.all(), GROUPS_MAX));
    }

    /**
     * {@code dead-letters}: the last 100; {@code records}: the one of a tenant, an operation and a key.
     *
     * @return null if there is no such part or record
     */
    @ReadOperation
    public @Nullable Object part(
            @Selector String part, @Nullable String tenant, @Nullable String operation, @Nullable String key) {
        return switch (part) {
            case "dead-letters" -> tasks == null ? null : letters(tasks);
            case "records" -> once == null ? null : found(once, tenant, operation, key);
            default -> null;
        };
    }

    private static List<LetterView> letters(Tasks tasks) {
        return tasks.deadLetters().page(Filter.all(), Order.NEWEST_FIRST, null, LETTERS_MAX).stream()
                .map(letter -> new LetterView(
                        letter.task().id(),
                        letter.task().queue(),
                        letter.task().kind(),
                        letter.reason(),
                        letter.attempts(),
                        letter.inDoubt(),
                        letter.diedAt()))
                .toList();
    }

    private static @Nullable RecordView found(
            Once once, @Nullable String tenant, @Nullable String operation, @Nullable String key) {
        if (tenant == null || operation == null || key == null) {
            throw invalid("a record is looked up by tenant, operation and key", null);
        }
        try {
            return once.find(Key.of(tenant, operation, key))
                    .record()
                    .map(OncemoreEndpoint::view)
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()), e);
        }
    }

    private static RecordView view(OnceRecord record) {
        return new RecordView(
                record.key().scope().tenant(),
                record.key().scope().operation(),
                record.key().value(),
                record.state(),
                record.expired(),
                record.who(),
                record.attempts(),
                record.createdAt(),
                record.updatedAt(),
                record.leaseUntil(),
                record.expiresAt(),
                record.resource(),
                record.error());
    }

    private static InvalidEndpointRequestException invalid(String reason, @Nullable Throwable cause) {
        return new InvalidEndpointRequestException(reason, reason, cause);
    }

    /**
     * Opens or closes the breakers of a policy on this node by hand: that of methods, and that of HTTP clients.
     *
     * @param policy the name of the policy
     * @param breaker what to do
     * @param who the person who does it
     * @param why the reason
     */
    @WriteOperation
    public RetryStatus switchBreaker(@Selector String policy, Act breaker, String who, String why) {
        try {
            By by = By.person(who, why);
            breaker.on(retries.get(policy).breaker(), by);
            if (clients != null) {
                breaker.on(clients.http(policy).breaker(), by);
            }
            return retries.get(policy).status();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw invalid(String.valueOf(e.getMessage()), e);
        }
    }
}
