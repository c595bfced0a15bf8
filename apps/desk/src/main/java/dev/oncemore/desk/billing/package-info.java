/** Monthly billing: one document for each customer and period. */
@NullMarked
package dev.oncemore.desk.billing;

import org.jspecify.annotations.NullMarked;
