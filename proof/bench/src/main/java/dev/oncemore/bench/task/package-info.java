/**
 * Durable tasks next to other libraries that store tasks in a table: how fast they are enqueued and done, how soon an idle
 * system picks one up, and the effect of old snapshots, long queues and lanes.
 *
 * <p>All subjects work on the same PostgreSQL, with durable commits, pools of the same size, the same number of workers and
 * the same payloads, and their handlers only count. Each is configured for throughput as its documentation recommends. They
 * take turns in rounds within one run, and each round checks that every task was done exactly once.
 *
 * <p>The versions are the newest that the build could resolve; transaction-outbox has newer releases.
 */
@NullMarked
package dev.oncemore.bench.task;

import org.jspecify.annotations.NullMarked;
