package dev.oncemore.retry.policy;

/** An exception that knows its own classification, so that no classifier has to be taught about it. */
public interface Classified {
    /** What this failure means. */
    Classification classification();
}
