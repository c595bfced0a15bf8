/**
 * The command line: what {@code ./oncemore COMMAND} runs.
 *
 * <p>A command is a small class of its own, named after its verb. Whatever a user mistypes is answered by one line that
 * says what was wrong and what was probably meant, and by exit code 2; a command that ran and failed exits with 1.
 */
@NullMarked
package dev.oncemore.server;

import org.jspecify.annotations.NullMarked;
