/**
 * Notifications: a consumer of repeated messages that sends one push for a burst of events.
 */
@NullMarked
package dev.oncemore.examples.notify;

import org.jspecify.annotations.NullMarked;
