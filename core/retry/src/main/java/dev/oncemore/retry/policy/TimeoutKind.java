package dev.oncemore.retry.policy;

/**
 * Which wait timed out. Two timeouts with the same exception class can have opposite meanings, so each kind has a name.
 */
public enum TimeoutKind {
    /** Waiting for a limiter permit. */
    QUEUE,
    /** Resolving a host's name: nothing was sent. */
    DNS,
    /** Opening a connection: nothing was sent. */
    CONNECT,
    /** The TLS handshake: nothing was sent. */
    TLS,
    /** Sending the request. */
    WRITE,
    /** Waiting for the next bytes of a response. */
    READ,
    /** A single attempt. */
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
