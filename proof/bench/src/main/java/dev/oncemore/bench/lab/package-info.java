/** Measures the lab: how fast it simulates, how much memory a million clients need, and the shape of a published experiment. */
@NullMarked
package dev.oncemore.bench.lab;

import org.jspecify.annotations.NullMarked;
