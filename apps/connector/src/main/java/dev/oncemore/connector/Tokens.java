package dev.oncemore.connector;

/** Gives the token that is good now. */
interface Tokens {
    String current() throws InterruptedException;

    /** This token was refused: the next caller asks for another, unless that was done already. */
    void forget(String token);
}
