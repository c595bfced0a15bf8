/** How concurrent callers share statements and commits. For engines that stand on a store, not for users. */
@NullMarked
package dev.oncemore.once.group;

import org.jspecify.annotations.NullMarked;
