package dev.oncemore.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisServerCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisNodeDescription;
import io.lettuce.core.protocol.AsyncCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** A connection to a single Redis server or a cluster. Lettuce's connections are shared by any number of threads. */
interface Link extends AutoCloseable {
    /** Sends commands without waiting, in one write for those that go to the same server. */
    void send(List<? extends AsyncCommand<byte[], byte[], ?>> commands);

    /** How often the connection was lost so far; Lettuce then sends pending commands again on a new one. */
    long disconnects();

    /** The servers that accept writes, by name. */
    Map<String, RedisServerCommands<byte[], byte[]>> primaries();

    @Override
    void close();

    /** A link to one server. */
    record Single(StatefulRedisConnection<byte[], byte[]> connection, Disconnects lost, Runnable afterwards)
            implements Link {
        static Single on(StatefulRedisConnection<byte[], byte[]> connection, Runnable afterwards) {
            Disconnects lost = new Disconnects();
            connection.addListener(lost);
            return new Single(connection, lost, afterwards);
        }

        @Override
        public long disconnects() {
            return lost.count.get();
        }

        @Override
        public void send(List<? extends AsyncCommand<byte[], byte[], ?>> commands) {
            dispatch(connection, commands);
        }

        @Override
        public Map<String, RedisServerCommands<byte[], byte[]>> primaries() {
            return Map.of("Redis", connection.sync());
        }

        @Override
        public void close() {
            connection.close();
            afterwards.run();
        }
    }

    /** A link to all servers of a cluster. */
    record Cluster(StatefulRedisClusterConnection<byte[], byte[]> connection, Runnable afterwards) implements Link {
        @Override
        public void send(List<? extends AsyncCommand<byte[], byte[], ?>> commands) {
            dispatch(connection, commands);
        }

        /** Not counted, because {@code WAIT} is not used on a cluster. */
        @Override
        public long disconnects() {
            return 0;
        }

        @Override
        public Map<String, RedisServerCommands<byte[], byte[]>> primaries() {
            Map<String, RedisServerCommands<byte[], byte[]>> primaries = new LinkedHashMap<>();
            for (RedisClusterNode node : connection.getPartitions()) {
                if (node.getRole() == RedisNodeDescription.Role.UPSTREAM) {
                    String name = node.getUri().getHost() + ":" + node.getUri().getPort();
                    primaries.put(
                            "Redis at " + name,
                            connection
                                    .getConnection(Objects.requireNonNull(node.getNodeId()))
                                    .sync());
                }
            }
            return primaries;
        }

        @Override
        public void close() {
            connection.close();
            afterwards.run();
        }
    }

    /** Counts how often one connection was lost. */
    final class Disconnects implements RedisConnectionStateListener {
        private final AtomicLong count = new AtomicLong();

        @Override
        public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
            count.incrementAndGet();
        }
    }

    private static void dispatch(
            StatefulConnection<byte[], byte[]> connection, List<? extends AsyncCommand<byte[], byte[], ?>> commands) {
        connection.dispatch(commands);
    }
}
