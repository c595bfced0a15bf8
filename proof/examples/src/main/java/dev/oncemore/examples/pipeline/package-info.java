/**
 * A batch from a file and from a table into PostgreSQL, which continues where it was interrupted.
 */
@NullMarked
package dev.oncemore.examples.pipeline;

import org.jspecify.annotations.NullMarked;
