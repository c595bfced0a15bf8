package dev.oncemore.redis;

import static dev.oncemore.redis.TestRedis.LONG;
import static dev.oncemore.redis.TestRedis.claim;
import static dev.oncemore.redis.TestRedis.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that were done, but of which no replica is known to have heard: they are never reported as confirmed. */
class UnconfirmedWriteTest {
    /** Far longer than a test takes, because the awaited reply never comes. */
    private static final RedisSettings WAITING =
            RedisSettings.standard().timeout(Duration.ofSeconds(60)).waitForReplicas(1, Duration.ofSeconds(50));

    private RedisServer primary;
    private RedisServer replica;

    @BeforeEach
    void start() {
        primary = RedisServer.start();
        replica = RedisServer.start();
    }

    @AfterEach
    void stop() {
        replica.close();
        primary.close();
    }

    @Test
    void aPrimaryThatIsDemotedDuringTheWait_hasConfirmedNothing() throws Exception {
        NewClaim claim = claim(key("a"), "t", LONG);
        loadScript();
        try (RedisRecordStore store = RedisRecordStore.at(primary.uri().toString(), WAITING)) {
            CompletableFuture<StoreException> call = insertInVain(store, claim);
            awaitBlocked();

            follow(primary.uri(), replica.uri());

            assertUnconfirmed(call.get(), "waiting for replicas failed (UNBLOCKED");
            // It becomes a primary again, with its own replica, so a repeated claim succeeds.
            TestRedis.ask(primary.uri(), redis -> redis.replicaofNoOne());
            follow(replica.uri(), primary.uri());
            assertThat(repeat(store, claim)).isPositive();
        }
    }

    @Test
    void aWaitThatIsSentAgainToAnotherPrimary_hasConfirmedNothing() throws Exception {
        NewClaim claim = claim(key("a"), "t", LONG);
        try (RedisServer other = RedisServer.start();
                Relay relay = Relay.to(primary.uri().getPort());
                RedisRecordStore store = RedisRecordStore.at("redis://127.0.0.1:" + relay.port(), WAITING)) {
            follow(replica.uri(), other.uri());
            TestRedis.await(
                    "the other primary has a replica",
                    () -> TestRedis.ask(
                            other.uri(), redis -> redis.info("replication").contains("state=online")));
            loadScript();
            CompletableFuture<StoreException> call = insertInVain(store, claim);
            awaitBlocked();

            relay.switchTo(other.uri().getPort());

            assertUnconfirmed(call.get(), "the connection was lost");
            assertThat(store.read(List.of(key("a")))).as("the other primary").containsExactly(Optional.empty());
        }
    }

    /** So that the first attempt writes. */
    private void loadScript() {
        try (RedisRecordStore loading = RedisRecordStore.at(primary.uri().toString())) {
            TestRedis.insert(loading, claim(key("loads the script"), "t", LONG));
        }
    }

    private static CompletableFuture<StoreException> insertInVain(RedisRecordStore store, NewClaim claim) {
        return CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(StoreException.class, () -> TestRedis.insert(store, claim)));
    }

    private void awaitBlocked() {
        TestRedis.await(
                "a client waits for replicas",
                () -> TestRedis.ask(
                        primary.uri(), redis -> redis.info("clients").contains("blocked_clients:1")));
    }

    private static void follow(URI follower, URI leader) {
        TestRedis.ask(follower, redis -> redis.replicaof(leader.getHost(), leader.getPort()));
    }

    private static void assertUnconfirmed(StoreException thrown, String words) {
        assertThat(thrown).as("the write passed for confirmed").isNotNull();
        assertThat(thrown.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        assertThat(thrown).hasMessageContaining(words).hasMessageContaining("a failover may lose it");
    }

    private static long repeat(RedisRecordStore store, NewClaim claim) {
        long[] fence = {0};
        TestRedis.await("a replica confirms", () -> {
            try {
                fence[0] = TestRedis.fence(TestRedis.insert(store, claim));
                return true;
            } catch (StoreException e) {
                return false;
            }
        });
        return fence[0];
    }

    /** An address that moves from one server to another, as a failover does it. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket server;
        private final List<Socket> open = new ArrayList<>();
        private int target;

        private Relay(ServerSocket server, int target) {
            this.server = server;
            this.target = target;
        }

        static Relay to(int port) throws IOException {
            Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            start(relay::accept);
            return relay;
        }

        int port() {
            return server.getLocalPort();
        }

        synchronized void switchTo(int port) throws IOException {
            target = port;
            for (Socket socket : open) {
                socket.close();
            }
            open.clear();
        }

        private void accept() throws IOException {
            while (true) {
                Socket client = server.accept();
                Socket redis = connect(client);
                start(() -> client.getInputStream().transferTo(redis.getOutputStream()));
                start(() -> redis.getInputStream().transferTo(client.getOutputStream()));
            }
        }

        private synchronized Socket connect(Socket client) throws IOException {
            Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
            open.addAll(List.of(client, redis));
            return redis;
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void start(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException e) {
                    // The address moved, or the test is over.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            server.close();
            switchTo(target);
        }
    }
}
