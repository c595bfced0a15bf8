/**
 * What every part of Oncemore shares: the root of its unchecked exceptions. Nothing else belongs here.
 */
@NullMarked
package dev.oncemore;

import org.jspecify.annotations.NullMarked;
