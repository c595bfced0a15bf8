/**
 * Read-only queries of records and tasks for consoles and operators, in bounded pages. They use the indexes that work
 * needs anyway, so that no write is slower because a person might look.
 */
@NullMarked
package dev.oncemore.jdbc.query;

import org.jspecify.annotations.NullMarked;
