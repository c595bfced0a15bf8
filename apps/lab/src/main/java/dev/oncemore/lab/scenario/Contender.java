package dev.oncemore.lab.scenario;

import dev.oncemore.retry.policy.RetryPolicy;

/**
 * A policy in a comparison.
 *
 * @param label its name in table and charts
 * @param policy its settings
 */
public record Contender(String label, RetryPolicy policy) {}
