/**
 * Planted bugs: known mistakes, written into the byte code of a class when it is loaded, each of which a net must catch.
 *
 * <p>A mutant lives in a class loader of its own and in no jar. Its nets are conformance kits and scenarios that run as JUnit
 * tests: they pass without the bug, and fail with it. A mutant that survives is a hole in the nets; a mutant whose code has
 * changed is reported as such, and never counts as caught.
 */
@NullMarked
package dev.oncemore.torture.planted;

import org.jspecify.annotations.NullMarked;
