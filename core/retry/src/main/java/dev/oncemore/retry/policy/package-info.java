/**
 * A retry policy as data: what may be retried, how often, how long apart, within which limits. Everything here is
 * immutable, validated when it is made, comparable and printable; nothing here runs or waits. The engine that runs a
 * policy is {@code dev.oncemore.retry.Retry}.
 */
@NullMarked
package dev.oncemore.retry.policy;

import org.jspecify.annotations.NullMarked;
