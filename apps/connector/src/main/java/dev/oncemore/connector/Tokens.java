package dev.oncemore.connector;

/** Gives the token that is good now. */
interface Tokens {
    String current() throws InterruptedException;

    /** This one was refused: the next one asks for another, unless somebody did already. */
    void forget(String token);
}
