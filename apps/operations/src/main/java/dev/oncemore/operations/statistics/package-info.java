/**
 * How calls and tasks went, minute by minute, kept in the store: what the overview and its charts show survives a restart, and
 * several servers on one store show the same.
 */
@NullMarked
package dev.oncemore.operations.statistics;

import org.jspecify.annotations.NullMarked;
