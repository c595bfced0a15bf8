package dev.oncemore.retry.planted.cycle;

import dev.oncemore.retry.planted.Here;

/** Knows a package that knows this one. */
public record There(Here here) {}
