package dev.oncemore.retry.policy;

/** Which wait ran out. Two timeouts with the same exception class can mean opposite things, so each has a name. */
public enum TimeoutKind {
    /** Waiting for a place in a limiter. */
    QUEUE,
    /** Opening a connection: nothing was sent. */
    CONNECT,
    /** Agreeing on encryption: nothing was sent. */
    TLS,
    /** Sending the request. */
    WRITE,
    /** Waiting for the next bytes of an answer. */
    READ,
    /** One whole attempt. */
    REQUEST,
    /** A database transaction. */
    TRANSACTION,
    /** A database or distributed lock. */
    LOCK,
    /** Waiting for a thread. */
    EXECUTOR,
    /** The whole call with all its attempts. */
    TOTAL
}
