/**
 * What the examples share: each shows an accident without Oncemore, then the cure, and counts the effects of both.
 */
@NullMarked
package dev.oncemore.examples.run;

import org.jspecify.annotations.NullMarked;
