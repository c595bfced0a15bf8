/**
 * Webhooks between two companies: forged, stale and repeated messages change nothing.
 */
@NullMarked
package dev.oncemore.examples.webhooks;

import org.jspecify.annotations.NullMarked;
