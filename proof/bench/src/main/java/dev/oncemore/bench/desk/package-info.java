/**
 * The document desk: how fast a large sheet is read and checked next to Apache POI's streaming reader alone, how fast it is
 * given back, what its page takes, and how many documents a second go to an accounting system that answers at once.
 *
 * <p>Files are made by Apache POI. Reading and giving back run in processes of their own with little memory; the two readers take
 * turns in the same process.
 */
@NullMarked
package dev.oncemore.bench.desk;

import org.jspecify.annotations.NullMarked;
