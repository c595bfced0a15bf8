package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.Database;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A {@code serve} process that is killed again and again while clients enqueue, redrive and resolve, each with a key that they
 * send until it is answered. No act is lost, doubled, parked or without its audit line. With {@code -Dserve.kills=100} it is the
 * long run.
 */
class KilledActsTest {
    private static final int KILLS = Integer.getInteger("serve.kills", 3);
    private static final long SEED = Long.getLong("serve.seed", 20_261_118);
    private static final int CLIENTS = 4;
    /** Letters to redrive and records to resolve; clients go on enqueueing when none are left. */
    private static final int PREPARED = 20 * KILLS;

    private static final int ANSWERS_MAX = 40;
    private static final long MOMENT_MILLIS = 200;

    private final AtomicReference<URI> address = new AtomicReference<>();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Semaphore answers = new Semaphore(0);
    private final Queue<Act> waiting = new ConcurrentLinkedQueue<>();
    private final Queue<Act> done = new ConcurrentLinkedQueue<>();

    /** What a client sends, and what the audit trail says of it. */
    private record Act(String key, String path, String body, String action, String subject) {
        /** A task has its id after it, and a record its scope before it. */
        boolean isTold(String line) {
            String told = action + ": " + subject;
            return line.equals(told)
                    || line.startsWith(told + ",")
                    || (line.startsWith(action) && line.endsWith(" " + subject));
        }
    }

    private static Backend open(Path data) {
        return Backend.open(
                StoreUrl.parse("sqlite:" + data.resolve("oncemore.db")), Map.of(), List.of(Authenticator.SCHEMA));
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void noActIsLost_doubled_parkedOrWithoutItsLine(@TempDir Path folder) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        try (Backend backend = open(data)) {
            prepare(backend);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<Future<?>> running = new ArrayList<>();
        KillableServer server = KillableServer.start(data);
        try {
            serve(server);
            for (int i = 0; i < CLIENTS; i++) {
                String client = "client-" + i;
                running.add(clients.submit(() -> {
                    client(client);
                    return true;
                }));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                answers.acquire(1 + random.nextInt(ANSWERS_MAX));
                server.kill();
                answers.drainPermits();
                server = KillableServer.start(data);
                serve(server);
            }
            answers.acquire(CLIENTS);
            isOver.set(true);
            for (Future<?> client : running) {
                client.get();
            }
        } finally {
            isOver.set(true);
            clients.shutdownNow();
            server.kill();
        }
        try (Backend backend = open(data)) {
            check(backend.database());
        }
    }

    private void prepare(Backend backend) throws Exception {
        Tasks tasks = Tasks.on(backend.tasks())
                .handle("letter", String.class, (text, task) -> Verdict.dead("no such mailbox"));
        TransactionalOperation<String, Connection> payment =
                Once.on(backend.records()).operation("payment", Codec.text()).build();
        List<Act> all = new ArrayList<>();
        for (int i = 0; i < PREPARED; i++) {
            String id = tasks.enqueue("letter", "x").id();
            all.add(new Act(
                    "act-redrive-" + i, "/api/dead/" + id + "/redrive", "{\"why\":\"x\"}", "dead letter redriven", id));
            Outcome<String> unknown = payment.key("acme", "inv-" + i).run(Payload.none(), claim -> {
                throw new IOException("cut off");
            });
            assertThat(unknown).isInstanceOf(Outcome.Unknown.class);
            all.add(new Act(
                    "act-resolve-" + i,
                    "/api/records/resolve",
                    "{\"scope\":\"acme/payment\",\"key\":\"inv-" + i + "\",\"happened\":true,\"why\":\"x\"}",
                    "record resolved: it happened",
                    "inv-" + i));
        }
        tasks.manualWorker().runAll();
        waiting.addAll(all);
    }

    private void client(String name) throws InterruptedException {
        for (int i = 0; !isOver.get(); i++) {
            Act prepared = i % 2 == 0 ? waiting.poll() : null;
            String kind = name + "-" + i;
            Act act = prepared != null
                    ? prepared
                    : new Act(
                            "act-" + kind,
                            "/api/tasks",
                            "{\"kind\":\"" + kind + "\",\"payload\":1}",
                            "task enqueued",
                            kind + " in default");
            while (!isAnswered(act)) {
                awaitServer();
            }
            done.add(act);
            answers.release();
        }
    }

    /** Until another server is there, or for a moment: the one that is there may have failed for another reason. */
    private void awaitServer() throws InterruptedException {
        synchronized (address) {
            address.wait(MOMENT_MILLIS);
        }
    }

    private void serve(KillableServer server) {
        synchronized (address) {
            address.set(server.address());
            address.notifyAll();
        }
    }

    /** Whoever dies does not answer; what was answered with a failure of the server is sent again, too. */
    private boolean isAnswered(Act act) throws InterruptedException {
        try {
            Visitor visitor = new Visitor(address.get());
            int status = visitor.send(visitor.request(act.path())
                            .header("Authorization", "Bearer " + DeskClient.TOKEN)
                            .header("Idempotency-Key", act.key())
                            .POST(BodyPublishers.ofString(act.body())))
                    .statusCode();
            if (status < 500) {
                assertThat(status).as(act.toString()).isLessThan(300);
            }
            return status < 500;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(act.toString(), e);
        }
    }

    private void check(Database database) {
        List<String> lines = database.query(
                "SELECT action, subject FROM oncemore_audit", row -> row.getString(1) + ": " + row.getString(2));
        List<String> tasks = database.query(
                "SELECT kind, id FROM oncemore_task WHERE queue = 'default'",
                row -> row.getString(1).equals("letter") ? row.getString(2) : row.getString(1) + " in default");
        List<String> settled = database.query(
                "SELECT key_value FROM oncemore_record WHERE state = 'SUCCEEDED' AND key_value LIKE 'inv-%'",
                row -> row.getString(1));
        List<String> effects = new ArrayList<>(tasks);
        effects.addAll(settled);
        List<String> subjects = done.stream().map(Act::subject).toList();
        assertThat(effects).as("what was answered is done, once").containsExactlyInAnyOrderElementsOf(subjects);
        List<String> told = lines.stream()
                .filter(line -> !line.startsWith("login"))
                .map(line -> line.substring(line.indexOf(": ") + 2))
                .toList();
        assertThat(told).as("each with its line").hasSameSizeAs(subjects);
        for (Act act : done) {
            assertThat(lines).as(act.toString()).filteredOn(act::isTold).hasSize(1);
        }
        assertThat(database.query(
                        "SELECT key_value, state FROM oncemore_record WHERE key_value LIKE 'act-%' AND state <> 'SUCCEEDED'",
                        row -> row.getString(1) + " " + row.getString(2)))
                .as("parked")
                .isEmpty();
        System.out.println("serve kills: " + KILLS + ", acts: " + done.size() + ", seed " + SEED);
    }
}
