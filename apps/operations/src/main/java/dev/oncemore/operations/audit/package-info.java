/** Who did what, when and why: every act of a person leaves a line that nobody can change. */
@NullMarked
package dev.oncemore.operations.audit;

import org.jspecify.annotations.NullMarked;
