package dev.oncemore.torture.nemesis.node;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * A process that works until it is killed. Its arguments: its name, a seed, the parent's port, and the store's address in
 * four.
 */
public final class NodeMain {
    private static final int CALLERS = 2;
    private static final int DIRECTED_CALLERS = 2;
    private static final int DIRECTED_QUEUE_MAX = 16;

    private final String who;
    private final Random seeds;
    private final ParentLink parent;
    private final LoadControl load = new LoadControl();
    private final FaultSwitch faults = new FaultSwitch(this::landed);
    private final ExecutorService directed = new ThreadPoolExecutor(
            DIRECTED_CALLERS,
            DIRECTED_CALLERS,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(DIRECTED_QUEUE_MAX),
            new ThreadPoolExecutor.DiscardPolicy());
    private @Nullable LeasedCalls leased;

    private NodeMain(String who, long seed, int port) throws IOException {
        this.who = who;
        seeds = new Random(seed);
        parent = new ParentLink(port);
    }

    /** Works until it is killed, or its parent is gone. */
    public static void main(String[] arguments) throws IOException {
        // Hundreds of faults are expected; relevant events are reported to the parent.
        LogManager.getLogManager().reset();
        NodeMain node = new NodeMain(arguments[0], Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
        node.run(StoreAddress.read(arguments[3], arguments[4], arguments[5], arguments[6]));
    }

    private void run(StoreAddress address) {
        thread("listener", () -> parent.listen(this::command)).start();
        parent.tell("hello", who);
        if (address.isRedis()) {
            openRedis(address);
        } else {
            openSql(address);
        }
        LeasedCalls calls = leased;
        for (int i = 0; i < CALLERS && calls != null; i++) {
            loop("caller-" + i, calls::callAny);
        }
        parent.tell("ready");
    }

    private void openRedis(StoreAddress address) {
        RedisRecordStore store =
                RedisRecordStore.at(address.url(), RedisSettings.standard().prefix(address.user()));
        leased = new LeasedCalls(new FaultyRecordStore(store, faults), parent, load, who);
    }

    private void openSql(StoreAddress address) {
        NodeConnections connections = NodeConnections.open(address, faults);
        JoiningStore<Connection> records = JdbcStores.of(connections).records();
        leased = new LeasedCalls(new FaultyRecordStore(records, faults), parent, load, who);
        AtomicCalls atomic = new AtomicCalls(records, connections, parent, load, who);
        LaneTasks tasks =
                new LaneTasks(new FaultyTaskStore(JdbcStores.of(connections).tasks(), faults), parent, load, who);
        tasks.start(seeds);
        loop("here", random -> {
            atomic.callAny(random);
            tasks.enqueueAny(random);
        });
    }

    private void landed(InjectedFault fault) {
        parent.tell("fault", fault.name());
    }

    private void command(List<String> words) {
        switch (words.get(0)) {
            case "round" -> load.begin(Integer.parseInt(words.get(1)));
            case "fault" -> faults.turnOn(InjectedFault.valueOf(words.get(1)), Long.parseLong(words.get(2)));
            case "call" -> call(words.get(1));
            case "calm" -> {
                load.calmDown();
                faults.turnOff();
                thread("calm", () -> tellWhenQuiet(words.get(1))).start();
            }
            case "leave" -> System.exit(0);
            default -> throw new IllegalStateException("unknown command " + words);
        }
    }

    private void call(String key) {
        LeasedCalls calls = leased;
        if (calls != null) {
            Random random = new Random(seeds.nextLong());
            directed.execute(() -> {
                if (load.enter()) {
                    try {
                        calls.callUntilSettled(key, random);
                    } finally {
                        load.leave();
                    }
                }
            });
        }
    }

    private void tellWhenQuiet(String round) {
        while (!load.isQuiet()) {
            Pauses.millis(5);
        }
        parent.tell("quiet", round);
    }

    private void loop(String name, Step step) {
        Random random = new Random(seeds.nextLong());
        thread(name, () -> {
                    while (true) {
                        if (load.enter()) {
                            try {
                                step.run(random);
                            } finally {
                                load.leave();
                            }
                        }
                        load.pauseBetweenRequests(random);
                    }
                })
                .start();
    }

    /** A thread whose failure is reported to the parent. */
    private Thread thread(String name, Work work) {
        return new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        e.printStackTrace();
                        parent.tell("crashed", name, e.toString());
                    }
                },
                name);
    }

    @FunctionalInterface
    private interface Step {
        void run(Random random) throws Exception;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }
}
