/**
 * The record store: statements for each database, and the verbs around them. Not API: use {@code JdbcStores.records()}.
 */
@NullMarked
package dev.oncemore.jdbc.internal.record;

import org.jspecify.annotations.NullMarked;
