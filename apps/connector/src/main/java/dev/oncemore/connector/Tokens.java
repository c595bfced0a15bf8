package dev.oncemore.connector;

/** Provides the current token. */
interface Tokens {
    String current() throws InterruptedException;

    /** Notes that this token was refused, so that the next call gets another, unless it was replaced already. */
    void forget(String token);
}
