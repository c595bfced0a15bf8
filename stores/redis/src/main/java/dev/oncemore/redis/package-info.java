/**
 * Records of effects on Redis and Redis Cluster: fast and shared, with weaker guarantees than a database. See
 * {@link dev.oncemore.redis.RedisRecordStore} for the limits; its {@code warnings()} report settings that make them worse.
 */
@NullMarked
package dev.oncemore.redis;

import org.jspecify.annotations.NullMarked;
