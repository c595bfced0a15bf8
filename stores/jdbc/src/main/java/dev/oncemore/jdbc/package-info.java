/**
 * Records on PostgreSQL, MariaDB and SQLite. Each verb is one short transaction of its own, or part of an open one of the
 * user's; its result is durable, and only the database's clock decides when a lease or record expires. The driver is the user's.
 *
 * <p>{@link dev.oncemore.jdbc.JdbcSchema} makes the tables, {@link dev.oncemore.jdbc.internal.record.JdbcRecordStore} keeps records in
 * them, {@link dev.oncemore.jdbc.transaction.SqlClassifier} knows what the databases' failures mean.
 */
@NullMarked
package dev.oncemore.jdbc;

import org.jspecify.annotations.NullMarked;
