/** The nets for planted bugs: conformance kits on each store, and scenarios for what no kit covers, all as JUnit tests. */
@NullMarked
package dev.oncemore.torture.planted.kit;

import org.jspecify.annotations.NullMarked;
