/**
 * Records of effects on Redis and Redis Cluster: fast and shared, and not an anchor of correctness. What Redis does not
 * promise is told at {@link dev.oncemore.redis.RedisRecordStore}; settings that make it worse are reported by its
 * {@code warnings()}.
 */
@NullMarked
package dev.oncemore.redis;

import org.jspecify.annotations.NullMarked;
