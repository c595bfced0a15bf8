/** Alerts of the server: found in the store, recorded once, and sent by tasks. */
@NullMarked
package dev.oncemore.operations.alert;

import org.jspecify.annotations.NullMarked;
