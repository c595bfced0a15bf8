/**
 * Sagas of five steps that do nothing, next to the durable workflows of DBOS Transact, on the same PostgreSQL: what is
 * measured is the cost of being durable.
 */
@NullMarked
package dev.oncemore.bench.saga;

import org.jspecify.annotations.NullMarked;
