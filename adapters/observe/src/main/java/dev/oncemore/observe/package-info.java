/**
 * What the engines do, made visible. A {@link dev.oncemore.observe.Telemetry} is a listener for all of them; meters, spans, log
 * lines, reports and alerts are such listeners, and {@link dev.oncemore.observe.Telemetry#of} makes one of several. None of
 * them changes how a call ends, and what they keep is bounded.
 */
@NullMarked
package dev.oncemore.observe;

import org.jspecify.annotations.NullMarked;
