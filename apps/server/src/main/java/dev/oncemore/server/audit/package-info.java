/** Who did what, when and why: every act of a person leaves a line that nobody can change. */
@NullMarked
package dev.oncemore.server.audit;

import org.jspecify.annotations.NullMarked;
