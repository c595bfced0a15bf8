/** The audit trail: who did what, when and why. Lines are never changed. */
@NullMarked
package dev.oncemore.operations.audit;

import org.jspecify.annotations.NullMarked;
