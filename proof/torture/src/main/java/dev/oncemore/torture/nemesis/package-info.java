/**
 * Kills and pauses: nodes in processes of their own work against one shared store while they are killed, stopped and cut
 * off, and every promise is judged by what the parent process booked, heard and finds in the store.
 */
@NullMarked
package dev.oncemore.torture.nemesis;

import org.jspecify.annotations.NullMarked;
