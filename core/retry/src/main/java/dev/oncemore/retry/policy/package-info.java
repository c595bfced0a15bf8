/**
 * Retry policies as data: what may be retried, how often, at what intervals, within which limits. All types are
 * immutable, validated on creation, comparable and printable; none of them runs or waits.
 * {@code dev.oncemore.retry.Retry} executes a policy.
 */
@NullMarked
package dev.oncemore.retry.policy;

import org.jspecify.annotations.NullMarked;
