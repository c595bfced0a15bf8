/**
 * Kills and pauses: nodes in separate processes work on one shared store while they are killed, stopped and cut off. The
 * parent process checks every promise against its own bookings, the nodes' messages and the store.
 */
@NullMarked
package dev.oncemore.torture.nemesis;

import org.jspecify.annotations.NullMarked;
