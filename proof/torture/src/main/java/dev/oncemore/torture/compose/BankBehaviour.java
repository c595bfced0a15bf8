package dev.oncemore.torture.compose;

/**
 * The bank's behaviour for one call.
 *
 * @param kind the kind of behaviour
 * @param beforeMillis the time until it books or refuses
 * @param afterMillis the time from then until the reply
 */
record BankBehaviour(Kind kind, int beforeMillis, int afterMillis) {
    static final BankBehaviour FINE = new BankBehaviour(Kind.BOOKS, 0, 0);

    enum Kind {
        /** Books and confirms. */
        BOOKS(true),
        /** Books, and the reply is lost. */
        LOSES_REPLY(true),
        /** Books, and the client code then fails with a bug. */
        BUG_AFTER(true),
        /** Books, and the client then fails with an {@link Error}. */
        ERROR_AFTER(true),
        /** The request is lost: nothing is booked, but the caller cannot know that. */
        LOSES_REQUEST(false),
        UNAUTHORIZED(false),
        FORBIDDEN(false),
        NOT_FOUND(false),
        THROTTLES(false),
        UNAVAILABLE(false),
        REFUSES_CONNECTION(false),
        /** Rejects this key permanently. */
        REJECTS(false);

        final boolean books;

        Kind(boolean books) {
            this.books = books;
        }
    }
}
