/** OpenTelemetry spans: one per call, with an event per attempt. */
@NullMarked
package dev.oncemore.observe.trace;

import org.jspecify.annotations.NullMarked;
