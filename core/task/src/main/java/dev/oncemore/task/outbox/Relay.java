package dev.oncemore.task.outbox;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.Lane;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Forwards tasks to a sink, byte for byte. Order per lane, attempts, delays and dead letters are those of the tasks.
 *
 * <pre>{@code
 * tasks.handle("order.paid", Codec.bytes(), policy, Relay.to(sink));
 * }</pre>
 *
 * <p>Messages that arrive while a batch is being sent share the next one, so a batch is at most as large as the queue's
 * concurrency. A single message never waits for others.
 */
public final class Relay implements TaskHandler<byte[]> {
    private final Sink sink;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private boolean sending;

    private Relay(Sink sink) {
        this.sink = sink;
    }

    /** Creates a relay to this sink; one relay may handle many kinds. */
    public static Relay to(Sink sink) {
        return new Relay(Objects.requireNonNull(sink, "sink"));
    }

    @Override
    public Verdict handle(byte[] payload, TaskRun task) throws Exception {
        Waiting own = new Waiting(
                new Message(task.key(), task.kind(), task.lane().map(Lane::key), Bytes.of(payload), task.headers()));
        if (enter(own) || isCalled(own)) {
            send(take());
            passOn();
        }
        return own.verdict();
    }

    /** Returns whether no thread is sending, so that the caller must. */
    private synchronized boolean enter(Waiting own) {
        waiting.add(own);
        boolean first = !sending;
        sending = true;
        return first;
    }

    /** Waits until another thread has sent the message, or returns true if the caller must send the next batch. */
    private boolean isCalled(Waiting own) throws InterruptedException, ExecutionException {
        try {
            return own.call.get();
        } catch (InterruptedException e) {
            leave(own);
            throw e;
        }
    }

    private synchronized void leave(Waiting own) {
        waiting.remove(own);
        if (own.call.getNow(false)) {
            passOn();
        }
    }

    private synchronized List<Waiting> take() {
        List<Waiting> batch = List.copyOf(waiting);
        waiting.clear();
        return batch;
    }

    private void send(List<Waiting> batch) {
        try {
            List<Verdict> verdicts =
                    sink.send(batch.stream().map(Waiting::message).toList());
            if (verdicts.size() != batch.size()) {
                throw new IllegalStateException("the sink must return one verdict per message, but returned "
                        + verdicts.size() + " for " + batch.size());
            }
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).end.complete(verdicts.get(i));
            }
        } catch (Throwable thrown) {
            batch.forEach(each -> each.end.completeExceptionally(thrown));
        }
        batch.forEach(each -> each.call.complete(false));
    }

    /** Makes the first message that arrived in the meantime send the next batch. */
    private synchronized void passOn() {
        Waiting next = waiting.peek();
        if (next == null) {
            sending = false;
        } else {
            next.call.complete(true);
        }
    }

    /**
     * A message and the thread that submitted it.
     *
     * @param message the message
     * @param call whether this thread must send the next batch; false if its message has been sent
     * @param end its verdict
     */
    private record Waiting(Message message, CompletableFuture<Boolean> call, CompletableFuture<Verdict> end) {
        Waiting(Message message) {
            this(message, new CompletableFuture<>(), new CompletableFuture<>());
        }

        Verdict verdict() throws Exception {
            try {
                return end.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }
}
