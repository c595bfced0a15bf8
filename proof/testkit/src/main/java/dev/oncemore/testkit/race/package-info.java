/** Many threads that start at the same moment, for tests that must hold in any order. */
@NullMarked
package dev.oncemore.testkit.race;

import org.jspecify.annotations.NullMarked;
