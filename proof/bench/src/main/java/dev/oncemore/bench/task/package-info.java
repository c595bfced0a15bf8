/**
 * Durable tasks next to other libraries that keep tasks in a table: how fast they are enqueued and done, how soon an idle
 * system picks one up, and what becomes of that under old snapshots, long queues and order.
 *
 * <p>All subjects work on the same PostgreSQL, with durable commits, pools of the same size, the same number of workers and
 * the same payloads, and their handlers do nothing but count. Each is set up as its documentation says for throughput. They take
 * turns in rounds within one run, and each round checks that every task was done, and done once.
 *
 * <p>The newest releases that the build could resolve take part. Of transaction-outbox there are newer ones.
 */
@NullMarked
package dev.oncemore.bench.task;

import org.jspecify.annotations.NullMarked;
