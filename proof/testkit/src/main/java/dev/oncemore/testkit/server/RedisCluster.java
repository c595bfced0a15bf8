package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A real Redis Cluster of three masters without replicas, each as durable as {@link RedisServer}. While one of them is
 * down, the whole cluster refuses to serve.
 */
public final class RedisCluster implements AutoCloseable {
    private static final Shared<RedisCluster> SHARED = new Shared<>(() -> new RedisCluster(true));

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration JOIN_MAX = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Map<String, String> SETTINGS =
            Map.of("cluster-enabled", "yes", "cluster-config-file", "nodes.conf", "cluster-node-timeout", "2000");

    private final List<RedisServer> nodes = new ArrayList<>();
    private final AtomicLong prefixes = new AtomicLong();

    private RedisCluster(boolean shared) {
        try {
            for (int i = 0; i < MASTERS; i++) {
                nodes.add(RedisServer.start(SETTINGS, shared));
            }
            join();
        } catch (IOException e) {
            throw new OncemoreException("cannot join the nodes of a Redis Cluster", e);
        }
    }

    /** The cluster of this JVM, which is started by the first call. */
    public static RedisCluster shared() {
        return SHARED.get();
    }

    /** Starts a cluster for the caller alone. */
    public static RedisCluster start() {
        return new RedisCluster(false);
    }

    /** Its masters; those of a caller's own cluster can be killed and restarted, see {@link #awaitServing}. */
    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    /** The addresses of the masters. */
    public List<URI> uris() {
        return nodes.stream().map(RedisServer::uri).toList();
    }

    /** A new prefix for one test's keys. Keys with the same prefix are on different masters. */
    public String freshPrefix() {
        return "fresh-" + prefixes.incrementAndGet() + ":";
    }

    /** Waits until every master reports that the cluster serves, such as after a restart. */
    public void awaitServing() {
        Time time = Time.system();
        long start = time.nanoTime();
        while (!serves()) {
            if (time.nanoTime() - start > JOIN_MAX.toNanos()) {
                throw new OncemoreException("the Redis Cluster did not serve within " + JOIN_MAX);
            }
            try {
                time.sleep(PAUSE.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OncemoreException("interrupted while waiting for a Redis Cluster", e);
            }
        }
    }

    /**
     * Stops the cluster and deletes its data.
     *
     * @throws IllegalStateException when this is the shared cluster
     */
    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }

    private void join() throws IOException {
        for (int i = 0; i < MASTERS; i++) {
            RedisServer node = nodes.get(i);
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            node.ask(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots(i)).toArray(String[]::new));
            nodes.get(0).ask("CLUSTER", "MEET", Ports.LOOPBACK, Integer.toString(node.port()));
        }
        awaitServing();
    }

    private static Stream<String> slots(int node) {
        return IntStream.range(SLOTS * node / MASTERS, SLOTS * (node + 1) / MASTERS)
                .mapToObj(Integer::toString);
    }

    private boolean serves() {
        try {
            for (RedisServer node : nodes) {
                String info = node.ask("CLUSTER", "INFO");
                if (!info.contains("cluster_state:ok") || !info.contains("cluster_known_nodes:" + MASTERS)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
