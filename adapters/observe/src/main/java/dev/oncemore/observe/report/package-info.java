/**
 * The four questions about retries, answered over a window of time: what they rescued, what they cost, which duplicates were
 * held back, and which retries made an overload worse.
 */
@NullMarked
package dev.oncemore.observe.report;

import org.jspecify.annotations.NullMarked;
