package dev.oncemore.redis;

import dev.oncemore.once.record.Batches;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.redis.ScriptRunner.Call;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records in Redis (5 or later) or Redis Cluster.
 *
 * <pre>{@code
 * try (RedisRecordStore store = RedisRecordStore.at("redis://localhost")) {
 *     store.warnings().forEach(System.err::println);
 *     Once once = Once.on(store, OnceSettings.standard());
 * }
 * }</pre>
 *
 * <p>How it works
 *
 * <ol>
 *   <li>A record is one hash. A verb on it is one atomic script: read, compare the fence, write.
 *   <li>Time is Redis' own, read within the script.
 *   <li>A fence is the time of its claim in microseconds, or the previous fence + 1 if that is more. So it rises even after
 *       its key has gone, as long as Redis' clock is not set back by more than the retention.
 *   <li>A batch is sent at once, but its records are in different slots of a cluster: each record changes atomically, and
 *       a batch that fails may have changed some of them. That is enough because every verb is safe to repeat: the
 *       repetition finds its own token or fence.
 *   <li>Redis itself drops a settled record after its retention and tombstone. Running records and unknown outcomes never
 *       expire.
 *   <li>Replicas are never read.
 * </ol>
 *
 * <p><b>No guarantee after a failover.</b> Redis acknowledges a write before its replicas have it, so a failover may lose an
 * acknowledged record, and its effect may then happen again; {@link RedisSettings#waitForReplicas} makes that rarer, not
 * impossible. A server that evicts keys, that restarts without an append-only file, or that does not sync it on every
 * write also loses records. {@link #warnings} reports each of these settings. If an effect must not happen twice whatever
 * crashes, keep records in a database.
 */
public final class RedisRecordStore implements RecordStore, AutoCloseable {
    /** Two, because Redis works on one batch at a time while the next is on its way. */
    private static final int CONCURRENT_BATCHES = 2;

    /** Added to today's date, it is still exact as a Lua number. */
    private static final long MICROS_MAX = TimeUnit.DAYS.toMicros(36_500);

    private final Link link;
    private final RedisSettings settings;
    private final ScriptRunner scripts;

    private RedisRecordStore(Link link, RedisSettings settings) {
        this.link = link;
        this.settings = settings;
        this.scripts = new ScriptRunner(link, settings);
    }

    /** A store at an address, with the standard settings. */
    public static RedisRecordStore at(String uri) {
        return at(uri, RedisSettings.standard());
    }

    /**
     * A store at an address: {@code redis://user:password@host:6379/0}, {@code rediss://…} with TLS, or
     * {@code redis-sentinel://…}. If the address belongs to a Redis Cluster, the store uses the whole cluster. The store owns
     * its connections and closes them.
     *
     * @throws IllegalArgumentException when the text is not an address
     * @throws dev.oncemore.once.record.StoreException when Redis does not answer
     */
    public static RedisRecordStore at(String uri, RedisSettings settings) {
        settings.requireConsistent();
        return new RedisRecordStore(Links.connect(uri, settings), settings);
    }

    /**
     * A store on the user's client, at its address. Closing the store closes its one connection, not the client. Set a
     * bounded request queue in the client's options, because commands wait there while Redis is unavailable.
     *
     * @throws dev.oncemore.once.record.StoreException when Redis does not answer
     */
    public static RedisRecordStore on(RedisClient client, RedisSettings settings) {
        settings.requireConsistent();
        return new RedisRecordStore(Links.link(client, settings, () -> {}), settings);
    }

    /**
     * A store on the user's client, on the whole cluster. Closing the store does not close the client.
     *
     * @throws dev.oncemore.once.record.StoreException when Redis does not answer
     */
    public static RedisRecordStore on(RedisClusterClient client, RedisSettings settings) {
        settings.requireConsistent();
        return new RedisRecordStore(Links.link(client, settings, () -> {}), settings);
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        Batches.requireDistinct(claims, NewClaim::key);
        return run(claims, RedisRecordStore::claiming, RedisRecordStore::inserted);
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        Batches.requireDistinct(takeOvers, takeOver -> takeOver.claim().key());
        return run(
                takeOvers,
                takeOver -> {
                    List<byte[]> arguments = claimed(takeOver.claim());
                    arguments.add(number(takeOver.expectedFence()));
                    arguments.add(text(takeOver.afresh() ? "1" : "0"));
                    return new Call(Script.TAKE_OVER, takeOver.claim().key(), arguments);
                },
                (takeOver, answer) -> answer.isEmpty() ? Optional.empty() : Optional.of(fence(answer)));
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        Batches.requireDistinct(finishes, RecordFinish::claim);
        return run(finishes, this::finishing, (finish, answer) -> !answer.isEmpty());
    }

    /** Sends both at once: Redis runs them in their order, and syncs its log once before it replies. */
    @Override
    public FinishedAndClaimed finishAndClaim(List<RecordFinish> finishes, List<NewClaim> claims) {
        Batches.requireDistinct(finishes, RecordFinish::claim);
        Batches.requireDistinct(claims, NewClaim::key);
        List<Call> calls = new ArrayList<>(finishes.size() + claims.size());
        finishes.forEach(finish -> calls.add(finishing(finish)));
        claims.forEach(claim -> calls.add(claiming(claim)));
        List<List<byte[]>> raw = scripts.run(calls);
        return new FinishedAndClaimed(
                answers(finishes, raw.subList(0, finishes.size()), (finish, answer) -> !answer.isEmpty()),
                answers(claims, raw.subList(finishes.size(), raw.size()), RedisRecordStore::inserted));
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        Batches.requireDistinct(extensions, RecordExtension::claim);
        return run(
                extensions,
                extension -> new Call(
                        Script.EXTEND, extension.key(), List.of(number(extension.fence()), micros(extension.lease()))),
                (extension, answer) -> !answer.isEmpty());
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> wanted) {
        return run(wanted, key -> new Call(Script.READ, key, List.of()), RecordFields::read);
    }

    /** Does nothing and returns 0, because Redis drops expired records itself. */
    @Override
    public int purge(int rowsMax) {
        return 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Reads the settings of every primary. A server that refuses to show them, as managed services do, is reported, too.
     *
     * @throws dev.oncemore.once.record.StoreException when Redis does not answer
     */
    @Override
    public List<String> warnings() {
        try {
            return SettingsCheck.of(link.primaries(), settings);
        } catch (RedisException e) {
            throw RedisFailures.of(e);
        }
    }

    @Override
    public int concurrentBatches() {
        return CONCURRENT_BATCHES;
    }

    /** Closes the connection, and the client if the store opened it. */
    @Override
    public void close() {
        link.close();
    }

    private <Q, A> List<A> run(List<Q> requests, Function<Q, Call> call, BiFunction<Q, List<byte[]>, A> answer) {
        List<Call> calls = new ArrayList<>(requests.size());
        for (Q request : requests) {
            calls.add(call.apply(request));
        }
        return answers(requests, scripts.run(calls), answer);
    }

    private static <Q, A> List<A> answers(
            List<Q> requests, List<List<byte[]>> raw, BiFunction<Q, List<byte[]>, A> answer) {
        List<A> answers = new ArrayList<>(raw.size());
        for (int i = 0; i < raw.size(); i++) {
            answers.add(answer.apply(requests.get(i), raw.get(i)));
        }
        return answers;
    }

    private static Call claiming(NewClaim claim) {
        return new Call(Script.INSERT_OR_READ, claim.key(), claimed(claim));
    }

    private static Inserted inserted(NewClaim claim, List<byte[]> answer) {
        return answer.size() == 1
                ? Inserted.claimed(fence(answer))
                : RecordFields.read(claim.key(), answer).map(Inserted::found).orElseThrow();
    }

    private Call finishing(RecordFinish finish) {
        return new Call(Script.FINISH, finish.key(), finished(finish));
    }

    private static List<byte[]> claimed(NewClaim claim) {
        List<byte[]> arguments = new ArrayList<>(6);
        arguments.add(claim.fingerprint().bytes());
        arguments.add(text(claim.token()));
        arguments.add(text(claim.who()));
        arguments.add(micros(claim.lease()));
        return arguments;
    }

    private List<byte[]> finished(RecordFinish finish) {
        Resource resource = finish.resource();
        List<byte[]> arguments = new ArrayList<>(14);
        arguments.add(number(finish.fence()));
        arguments.add(text(finish.state().name()));
        arguments.add(micros(finish.retention()));
        arguments.add(micros(settings.tombstone));
        addField(
                arguments,
                "r",
                finish.response() == null ? null : finish.response().toArray());
        addField(arguments, "b", finish.label() == null ? null : text(finish.label()));
        addField(arguments, "e", finish.error() == null ? null : text(finish.error()));
        addField(arguments, "y", resource == null ? null : text(resource.type()));
        addField(arguments, "i", resource == null ? null : text(resource.id()));
        return arguments;
    }

    private static void addField(List<byte[]> arguments, String name, byte @Nullable [] value) {
        if (value != null) {
            arguments.add(text(name));
            arguments.add(value);
        }
    }

    private static long fence(List<byte[]> answer) {
        return Long.parseLong(RecordFields.text(answer.get(0)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] number(long number) {
        return text(Long.toString(number));
    }

    private static byte[] micros(Duration span) {
        return number(Math.min(TimeUnit.MICROSECONDS.convert(span), MICROS_MAX));
    }
}
