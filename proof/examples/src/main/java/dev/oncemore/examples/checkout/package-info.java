/**
 * A checkout as a saga: stock, payment and shipping are done together or undone together.
 */
@NullMarked
package dev.oncemore.examples.checkout;

import org.jspecify.annotations.NullMarked;
