/**
 * Real servers for tests, without Docker: PostgreSQL, MariaDB, Redis and Redis Cluster run from binaries in Maven
 * artifacts, as root or not, on loopback and a free port; SQLite is a file. All write as durably as in production, because a
 * test or benchmark on a server that loses commits proves nothing.
 *
 * <p>{@code shared()} is one server for the whole JVM, which creates fresh databases; {@code start()} starts a server for one
 * test, which can be killed and restarted. {@link dev.oncemore.testkit.server.CuttingDataSource} breaks a connection between
 * any two statements.
 *
 * <p>Binaries are unpacked once for each user and version, into the folder {@code oncemore-testkit-USER} of the system's
 * temporary folder. The servers' data is deleted with the server, also when the JVM is killed.
 */
@NullMarked
package dev.oncemore.testkit.server;

import org.jspecify.annotations.NullMarked;
