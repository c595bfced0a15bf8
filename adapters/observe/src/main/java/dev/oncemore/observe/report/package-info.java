/**
 * The benefit and cost of retries over a time window: rescued calls, added latency, suppressed duplicates, and retries
 * that made an overload worse.
 */
@NullMarked
package dev.oncemore.observe.report;

import org.jspecify.annotations.NullMarked;
