/**
 * Tasks on PostgreSQL, MariaDB and SQLite. Each verb is one short transaction of its own, or part of an open one of the user's:
 * that is the outbox. {@link dev.oncemore.jdbc.JdbcSchema} makes the tables.
 */
@NullMarked
package dev.oncemore.jdbc.task;

import org.jspecify.annotations.NullMarked;
