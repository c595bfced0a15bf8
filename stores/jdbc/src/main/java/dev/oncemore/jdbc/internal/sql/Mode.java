package dev.oncemore.jdbc.internal.sql;

/** Whose transaction a statement is part of. */
public enum Mode {
    /** One of our own: the connection commits each statement by itself unless the dialect begins a transaction. */
    OWN,
    /** The user's, which is open and which we neither commit nor roll back. */
    JOINED
}
