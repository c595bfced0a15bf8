/**
 * Tools for tests of your own code, such as time that a test advances. Nothing here sleeps.
 */
@NullMarked
package dev.oncemore.testkit;

import org.jspecify.annotations.NullMarked;
