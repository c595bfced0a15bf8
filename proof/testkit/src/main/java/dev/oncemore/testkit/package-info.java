/**
 * What tests of your own code need: time that passes when the test says so. Nothing here sleeps.
 */
@NullMarked
package dev.oncemore.testkit;

import org.jspecify.annotations.NullMarked;
