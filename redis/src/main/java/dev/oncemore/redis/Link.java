package dev.oncemore.redis;

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

/** A connection to Redis, of whichever kind. Lettuce's connections serve any number of threads at once. */
interface Link extends AutoCloseable {
    /** Sends these without waiting, in one write where they go to one server. */
    void send(List<? extends AsyncCommand<byte[], byte[], ?>> commands);

    /** The servers that accept writes, by name. */
    Map<String, RedisServerCommands<byte[], byte[]>> primaries();

    @Override
    void close();

    /** A link to one server. */
    record Single(StatefulRedisConnection<byte[], byte[]> connection, Runnable afterwards) implements Link {
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

    private static void dispatch(
            StatefulConnection<byte[], byte[]> connection, List<? extends AsyncCommand<byte[], byte[], ?>> commands) {
        connection.dispatch(commands);
    }
}
