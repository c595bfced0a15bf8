/**
 * Conformance kits: a store that passes them keeps the promises of {@link dev.oncemore.once.Once}. Inherit a kit, say how
 * to open a store, and run it against the real thing.
 */
@NullMarked
package dev.oncemore.testkit.once;

import org.jspecify.annotations.NullMarked;
