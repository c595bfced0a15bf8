/** Many threads at the same moment, for tests of what must hold whoever is first. */
@NullMarked
package dev.oncemore.testkit.race;

import org.jspecify.annotations.NullMarked;
