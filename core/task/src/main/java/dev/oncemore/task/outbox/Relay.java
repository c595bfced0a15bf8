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
 * Hands tasks to a sink as they are, byte for byte. Order per lane, attempts, delays and dead letters are the tasks' own.
 *
 * <pre>{@code
 * tasks.handle("order.paid", Codec.bytes(), policy, Relay.to(sink));
 * }</pre>
 *
 * <p>Messages that come while a batch is under way share the next one, so that a batch is at most as large as the queue's
 * concurrency. A lone message never waits for company.
 */
public final class Relay implements TaskHandler<byte[]> {
    private final Sink sink;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private boolean sending;

    private Relay(Sink sink) {
        this.sink = sink;
    }

    /** A relay to this sink; one relay may handle many kinds. */
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

    /** Whether nobody is sending, so that the caller must. */
    private synchronized boolean enter(Waiting own) {
        waiting.add(own);
        boolean first = !sending;
        sending = true;
        return first;
    }

    /** Waits until somebody else has sent the message, or calls the caller to send the next batch. */
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
                throw new IllegalStateException(
                        "the sink got " + batch.size() + " messages, but answered " + verdicts.size() + " verdicts");
            }
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).end.complete(verdicts.get(i));
            }
        } catch (Throwable thrown) {
            batch.forEach(each -> each.end.completeExceptionally(thrown));
        }
        batch.forEach(each -> each.call.complete(false));
    }

    /** The first that came meanwhile sends the next batch. */
    private synchronized void passOn() {
        Waiting next = waiting.peek();
        if (next == null) {
            sending = false;
        } else {
            next.call.complete(true);
        }
    }

    /**
     * A message and the thread that brought it.
     *
     * @param message what is to be sent
     * @param call whether this thread has to send the next batch; false when its message has been sent
     * @param end how it went
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
