package dev.oncemore.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;

/** Opens connections: on the user's client, or by address on a client of their own that is closed with them. */
final class Links {
    /** The most commands that wait while Redis is unavailable; each waits up to the timeout. */
    private static final int WAITING_MAX = 16_384;

    private Links() {}

    static Link connect(String address, RedisSettings settings) {
        RedisURI uri = uri(address);
        uri.setTimeout(settings.timeout);
        RedisClient client = RedisClient.create(uri);
        client.setOptions(ClientOptions.builder()
                .requestQueueSize(WAITING_MAX)
                .timeoutOptions(ownTimeouts())
                .socketOptions(socket(settings))
                .build());
        Link link;
        try {
            link = link(client, settings, client::shutdown);
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
        if (!isCluster(link)) {
            return link;
        }
        link.close();
        return connectCluster(uri, settings);
    }

    private static RedisURI uri(String address) {
        try {
            return RedisURI.create(address);
        } catch (IllegalArgumentException e) {
            // Neither the text nor the cause is shown, because the part before an @ holds a password.
            throw new IllegalArgumentException("the address must look like redis://host:6379, but is '"
                    + address.substring(address.lastIndexOf('@') + 1) + "'");
        }
    }

    private static Link connectCluster(RedisURI uri, RedisSettings settings) {
        RedisClusterClient client = RedisClusterClient.create(uri);
        client.setOptions(ClusterClientOptions.builder()
                .requestQueueSize(WAITING_MAX)
                .timeoutOptions(ownTimeouts())
                .socketOptions(socket(settings))
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.enabled())
                .build());
        try {
            return link(client, settings, client::shutdown);
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
    }

    /** Sets no timer per command, because {@link ScriptRunner} awaits a whole batch. */
    private static TimeoutOptions ownTimeouts() {
        return TimeoutOptions.create();
    }

    private static SocketOptions socket(RedisSettings settings) {
        return SocketOptions.builder()
                .connectTimeout(settings.timeout)
                .keepAlive(true)
                .build();
    }

    static Link link(RedisClient client, RedisSettings settings, Runnable afterwards) {
        try {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            connection.setTimeout(settings.timeout);
            return Link.Single.on(connection, afterwards);
        } catch (RedisException e) {
            throw RedisFailures.unreachable(e);
        }
    }

    static Link link(RedisClusterClient client, RedisSettings settings, Runnable afterwards) {
        if (settings.replicas > 0) {
            throw new IllegalArgumentException("waitForReplicas(" + settings.replicas
                    + ") does not work on a Redis Cluster, where records are on many servers; leave it out");
        }
        try {
            StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            connection.setTimeout(settings.timeout);
            return new Link.Cluster(connection, afterwards);
        } catch (RedisException e) {
            throw RedisFailures.unreachable(e);
        }
    }

    /** Treats a server that refuses the command as a single one; a cluster node then answers the first call with MOVED. */
    private static boolean isCluster(Link link) {
        try {
            return link.primaries().values().stream()
                    .anyMatch(server -> server.info("server").contains("redis_mode:cluster"));
        } catch (RedisCommandExecutionException e) {
            return false;
        }
    }
}
