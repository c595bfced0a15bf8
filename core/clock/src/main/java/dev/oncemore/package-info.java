/** Types that every part of Oncemore shares, first of all the root of its unchecked exceptions. */
@NullMarked
package dev.oncemore;

import org.jspecify.annotations.NullMarked;
