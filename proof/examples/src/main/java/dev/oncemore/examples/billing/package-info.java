/**
 * Monthly invoices: one for each customer and month, although two nodes have the same cron job.
 */
@NullMarked
package dev.oncemore.examples.billing;

import org.jspecify.annotations.NullMarked;
