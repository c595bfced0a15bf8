package dev.oncemore.retry.planted;

import dev.oncemore.retry.planted.cycle.There;
import org.jspecify.annotations.Nullable;

/** Knows a package that knows this one. */
public record Here(@Nullable There there) {}
