/**
 * A stateful accounting API for trying things out: it takes invoices and delivery slips in the shape freee uses, has no
 * protection against duplicates, just like the real one, fails on demand, and counts what it really created.
 */
@NullMarked
package dev.oncemore.sandbox;

import org.jspecify.annotations.NullMarked;
