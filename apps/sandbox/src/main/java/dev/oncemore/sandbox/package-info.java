/**
 * A stateful fake accounting API: it accepts invoices and delivery slips in freee's format, has no protection against
 * duplicates, just like the real one, fails on demand, and lists the documents that it really created.
 */
@NullMarked
package dev.oncemore.sandbox;

import org.jspecify.annotations.NullMarked;
