/**
 * The document desk: how fast a large sheet is read and checked next to Apache POI's streaming reader alone, how fast it is
 * written back, how fast its page loads, and how many documents per second go to an accounting system that answers at once.
 *
 * <p>Files are created by Apache POI. Reading and writing back run in separate processes with little memory; the two readers
 * take turns in the same process.
 */
@NullMarked
package dev.oncemore.bench.desk;

import org.jspecify.annotations.NullMarked;
