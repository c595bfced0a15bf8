/**
 * The task store: statements for each database, and the verbs around them. Not API: use {@code JdbcStores.tasks()}.
 */
@NullMarked
package dev.oncemore.jdbc.internal.task;

import org.jspecify.annotations.NullMarked;
