/**
 * OpenTelemetry spans: one for each call, with an event for each attempt.
 */
@NullMarked
package dev.oncemore.observe.trace;

import org.jspecify.annotations.NullMarked;
