/** Opens the store a server works on, by its URL: the database, its tables, and the stores of records and tasks in it. */
@NullMarked
package dev.oncemore.operations.store;

import org.jspecify.annotations.NullMarked;
