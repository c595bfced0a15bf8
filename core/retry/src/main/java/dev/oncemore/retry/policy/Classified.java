package dev.oncemore.retry.policy;

/** An exception with its own classification, which needs no classifier rule. */
public interface Classified {
    /** What this failure means. */
    Classification classification();
}
