/**
 * Attacks a server in a process of its own with a small heap: a stranger and a member of staff send everything hostile at once,
 * over loopback only, bounded in number and time. Meanwhile others go on with their work, and must be answered.
 */
@NullMarked
package dev.oncemore.torture.doors;

import org.jspecify.annotations.NullMarked;
