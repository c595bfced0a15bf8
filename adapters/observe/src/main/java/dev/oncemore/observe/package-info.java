/**
 * Observability of the engines. A {@link dev.oncemore.observe.Telemetry} listens to all of them; meters, spans, log
 * lines, reports and alerts are such listeners, and {@link dev.oncemore.observe.Telemetry#of} combines several. None of
 * them changes how a call ends, and their memory is bounded.
 */
@NullMarked
package dev.oncemore.observe;

import org.jspecify.annotations.NullMarked;
