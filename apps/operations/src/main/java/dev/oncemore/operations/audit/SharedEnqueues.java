package dev.oncemore.operations.audit;

import dev.oncemore.once.KnownOutcome;
import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.NewTask;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Does enqueueing acts that come at the same time in one transaction:
 *
 * <ol>
 *   <li>The outcomes are recorded in one statement. An act whose key has a record already leaves the batch.
 *   <li>The tasks of the others are enqueued, and their audit lines written, in one statement each.
 *   <li>One commit decides about all of it.
 *   <li>If any of that fails, nothing has happened, or all of it did and the outcomes say so. In both cases each act is done
 *       alone, as if there were no batches: one that cannot be done fails no other.
 * </ol>
 */
final class SharedEnqueues {
    private static final Logger LOG = System.getLogger("dev.oncemore.operations");
    private static final int TOGETHER_MAX = 64;
    /** Not as long as for an act alone, because others wait behind the batch: only a key that is locked takes so long. */
    private static final RetryPolicy PATIENCE = RetryPolicy.named("shared-acts")
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofMillis(20)).fullJitter())
            .noAttemptTimeout()
            .deadline(Duration.ofSeconds(3))
            .unlimitedBudget()
            .build();

    private final Acts acts;
    private final GroupCommit<Request, Boolean> front;

    SharedEnqueues(Acts acts) {
        this.acts = acts;
        front = new GroupCommit<>(this::doneTogether, request -> request.known.key(), done -> false, 1, TOGETHER_MAX);
    }

    private record Request(KnownOutcome<?> known, EnqueueAct<?> act) {}

    /** Does it, perhaps with others. False if it was not, or possibly was: then it must be done alone, under its key. */
    boolean isDone(KnownOutcome<?> known, EnqueueAct<?> act) {
        return front.submit(new Request(known, act));
    }

    private List<Boolean> doneTogether(List<Request> requests) {
        try {
            return acts.transactTogether(PATIENCE, Safety.idempotent(), here -> done(here, requests));
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "a batch of " + requests.size() + " acts failed; each is done alone", e);
            return Collections.nCopies(requests.size(), false);
        }
    }

    private List<Boolean> done(ActTransaction here, List<Request> requests) {
        List<Boolean> isNew = acts.once()
                .within(here.connection())
                .record(requests.stream().map(Request::known).toList());
        List<NewTask> tasks = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            if (isNew.get(i)) {
                EnqueueAct<?> act = requests.get(i).act;
                tasks.add(act.task());
                act.audit(here, act.task().task().id());
            }
        }
        here.tasks().outbox().enqueuePrepared(tasks);
        here.writeLines();
        return isNew;
    }
}
