/**
 * Micrometer meters, listed in {@link dev.oncemore.observe.metrics.MeterName}. Labels come from code, never from keys,
 * tenants or ids, and their number is bounded.
 */
@NullMarked
package dev.oncemore.observe.metrics;

import org.jspecify.annotations.NullMarked;
