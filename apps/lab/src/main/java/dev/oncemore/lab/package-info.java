/**
 * The lab: what a retry policy does to a dependency, seen before it happens. Scenarios are run by name or from a file, with
 * the policies of the application.
 */
@NullMarked
package dev.oncemore.lab;

import org.jspecify.annotations.NullMarked;
