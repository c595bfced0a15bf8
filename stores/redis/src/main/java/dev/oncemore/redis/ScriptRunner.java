package dev.oncemore.redis;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.Durations;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on many records.
 *
 * <ol>
 *   <li>All calls are sent at once, by their scripts' digests, and awaited together. Those on one record run in their order.
 *   <li>Calls that a server answered with "no such script" did nothing there, and are sent again with the script's text,
 *       which the server then caches. So are later calls on the same record, to keep the order.
 *   <li>When one call failed, the whole batch fails with the worst failure, which is one with an unknown outcome. A
 *       repetition of the batch finds the changes of the other calls.
 * </ol>
 */
final class ScriptRunner {
    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    private final Link link;
    private final RedisSettings settings;
    private final RecordKeys keys;

    ScriptRunner(Link link, RedisSettings settings) {
        this.link = link;
        this.settings = settings;
        this.keys = new RecordKeys(settings.prefix);
    }

    /**
     * A script on one record.
     *
     * @param script the script
     * @param key the record's key
     * @param arguments the script's arguments
     */
    record Call(Script script, Key key, List<byte[]> arguments) {}

    /** Runs the calls; returns the replies in their order. */
    List<List<byte[]>> run(List<Call> calls) {
        if (calls.isEmpty()) {
            return List.of();
        }
        List<Answering> commands = new ArrayList<>(calls.size());
        for (Call call : calls) {
            commands.add(new Answering(
                    CommandType.EVALSHA,
                    arguments(call, new CommandArgs<>(CODEC).add(call.script().digest()))));
        }
        boolean isWrite = calls.stream().anyMatch(call -> call.script().writes());
        sendAndAwait(commands, isWrite);
        sendAgainWithText(calls, commands, isWrite);
        return answers(commands);
    }

    private CommandArgs<byte[], byte[]> arguments(Call call, CommandArgs<byte[], byte[]> script) {
        return script.add(1).addKey(keys.of(call.key())).addValues(call.arguments());
    }

    private void sendAgainWithText(List<Call> calls, List<Answering> commands, boolean isWrite) {
        List<Answering> again = new ArrayList<>();
        Set<Key> late = new HashSet<>();
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            Throwable failure = commands.get(i).failure();
            if (failure instanceof RedisNoScriptException || (failure == null && late.contains(call.key()))) {
                late.add(call.key());
                Answering command = new Answering(
                        CommandType.EVAL,
                        arguments(
                                call, new CommandArgs<>(CODEC).add(call.script().text())));
                commands.set(i, command);
                again.add(command);
            }
        }
        if (!again.isEmpty()) {
            sendAndAwait(again, isWrite);
        }
    }

    private void sendAndAwait(List<Answering> commands, boolean isWrite) {
        List<AsyncCommand<byte[], byte[], ?>> all = new ArrayList<>(commands);
        long disconnects = link.disconnects();
        AsyncCommand<byte[], byte[], Long> replication = null;
        if (isWrite && settings.replicas > 0) {
            replication = replication();
            all.add(replication);
        }
        try {
            link.send(all);
        } catch (RedisException e) {
            // Some may have been sent nevertheless: an unreachable server of a cluster stops the rest.
            all.forEach(command -> command.completeExceptionally(e));
        }
        await(all);
        if (replication != null) {
            requireReplicated(commands, replication, disconnects);
        }
    }

    /** Waits even after an interrupt, because sent commands may take effect; the flag stays set for the caller. */
    private void await(List<AsyncCommand<byte[], byte[], ?>> commands) {
        try {
            CompletableFuture.allOf(commands.toArray(CompletableFuture<?>[]::new))
                    .orTimeout(settings.timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            // Each command's future has its own failure; commands that are not done have timed out.
        }
        for (AsyncCommand<byte[], byte[], ?> command : commands) {
            if (!command.isDone()) {
                command.cancel(true);
            }
        }
    }

    private AsyncCommand<byte[], byte[], Long> replication() {
        CommandArgs<byte[], byte[]> arguments =
                new CommandArgs<>(CODEC).add(settings.replicas).add(settings.replicaTimeout.toMillis());
        return new AsyncCommand<>(new Command<>(CommandType.WAIT, new IntegerOutput<>(CODEC), arguments));
    }

    /** Fails unless enough replicas have confirmed the writes. */
    private void requireReplicated(
            List<Answering> commands, AsyncCommand<byte[], byte[], Long> replication, long disconnects) {
        if (commands.stream().allMatch(command -> command.failure() != null)) {
            return; // Nothing was written, and the caller reports the failures.
        }
        Throwable failure = failureOf(replication);
        if (failure != null) {
            throw unconfirmed("but waiting for replicas failed (" + failure.getMessage() + ")", failure);
        }
        // A WAIT that was sent again on a new connection may have reached another primary that lacks the write.
        if (link.disconnects() != disconnects) {
            throw unconfirmed("but the connection was lost while waiting for replicas", null);
        }
        long confirmed = replication.join();
        if (confirmed < settings.replicas) {
            throw unconfirmed(
                    "but confirmed by " + confirmed + " replicas of " + settings.replicas + " within "
                            + Durations.format(settings.replicaTimeout),
                    null);
        }
    }

    private static StoreException unconfirmed(String why, @Nullable Throwable cause) {
        return new StoreException(
                FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "written to Redis, " + why + ": a failover may lose it", cause);
    }

    /** The failure of a call, or null when it has a reply. */
    private static @Nullable Throwable failureOf(AsyncCommand<byte[], byte[], ?> command) {
        if (!command.isCompletedExceptionally()) {
            return null;
        }
        try {
            command.join();
            return null;
        } catch (CancellationException e) {
            return e;
        } catch (CompletionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }

    private List<List<byte[]>> answers(List<Answering> commands) {
        List<List<byte[]>> answers = new ArrayList<>(commands.size());
        StoreException worst = null;
        for (Answering command : commands) {
            Throwable failure = command.failure();
            if (failure == null) {
                answers.add(command.join());
                continue;
            }
            StoreException meant = failure instanceof CancellationException ? timedOut() : RedisFailures.of(failure);
            if (worst == null || meant.classification().needsIdempotency()) {
                worst = meant;
            }
        }
        if (worst != null) {
            throw worst;
        }
        return answers;
    }

    private StoreException timedOut() {
        return new StoreException(
                FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                "Redis did not answer within " + Durations.format(settings.timeout)
                        + ", so it is unknown how much was written",
                null);
    }

    /** A call that was sent. */
    private static final class Answering extends AsyncCommand<byte[], byte[], List<byte[]>> {
        Answering(CommandType type, CommandArgs<byte[], byte[]> arguments) {
            super(new Command<>(type, new ValueListOutput<>(CODEC), arguments));
        }

        @Nullable
        Throwable failure() {
            return failureOf(this);
        }
    }
}
