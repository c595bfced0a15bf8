package dev.oncemore.spring;

import dev.oncemore.By;
import dev.oncemore.retry.BreakerSwitch;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** What the engines of this node are doing: policies with their breakers, workers, and dead letters by cause. */
@Endpoint(id = "oncemore")
final class OncemoreEndpoint {
    private static final int GROUPS_MAX = 100;

    private final Retries retries;
    private final @Nullable Tasks tasks;
    private final @Nullable WorkerLifecycle workers;

    OncemoreEndpoint(Retries retries, @Nullable Tasks tasks, @Nullable WorkerLifecycle workers) {
        this.retries = retries;
        this.tasks = tasks;
        this.workers = workers;
    }

    /**
     * The state of this node.
     *
     * @param policies the engines by name
     * @param workersRun whether this node runs tasks
     * @param deadLetters the number of dead letters of all nodes
     * @param deadLettersByCause the dead letters with the same cause, at most 100 causes
     */
    record State(
            Map<String, RetryStatus> policies,
            boolean workersRun,
            long deadLetters,
            List<DeadLetters.Group> deadLettersByCause) {}

    /** What to do with a breaker. */
    enum Act {
        OPEN,
        CLOSE
    }

    @ReadOperation
    public State state() {
        DeadLetters letters = tasks == null ? null : tasks.deadLetters();
        return new State(
                retries.status(),
                workers != null && workers.isRunning(),
                letters == null ? 0 : letters.count(Filter.all()),
                letters == null ? List.of() : letters.groups(Filter.all(), GROUPS_MAX));
    }

    /**
     * Opens or closes the breaker of a policy on this node by hand.
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
            BreakerSwitch found = retries.get(policy).breaker();
            if (breaker == Act.OPEN) {
                found.forceOpen(by);
            } else {
                found.close(by);
            }
            return retries.get(policy).status();
        } catch (IllegalArgumentException | IllegalStateException e) {
            String reason = String.valueOf(e.getMessage());
            throw new InvalidEndpointRequestException(reason, reason, e);
        }
    }
}
