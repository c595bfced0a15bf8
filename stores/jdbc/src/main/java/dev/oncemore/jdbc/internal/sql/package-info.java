/**
 * The parts that all stores on JDBC share: the dialect of a database, sessions, transactions, and the meaning of failures.
 * Not API: public only because the stores live in packages of their own.
 */
@NullMarked
package dev.oncemore.jdbc.internal.sql;

import org.jspecify.annotations.NullMarked;
