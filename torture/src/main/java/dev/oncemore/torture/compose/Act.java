package dev.oncemore.torture.compose;

/**
 * What the bank does with one call.
 *
 * @param kind what becomes of it
 * @param beforeMillis how long until it books or refuses
 * @param afterMillis how long from then until the reply
 */
record Act(Kind kind, int beforeMillis, int afterMillis) {
    static final Act FINE = new Act(Kind.BOOKS, 0, 0);

    enum Kind {
        /** Books, and says so. */
        BOOKS(true),
        /** Books, and the reply is lost. */
        LOSES_REPLY(true),
        /** Books, and answers with something that is a bug on this side. */
        BUG_AFTER(true),
        /** Books, and an error of the machine strikes. */
        ERROR_AFTER(true),
        /** The request is lost: nothing is booked, but nobody can know. */
        LOSES_REQUEST(false),
        UNAUTHORIZED(false),
        FORBIDDEN(false),
        NOT_FOUND(false),
        THROTTLES(false),
        UNAVAILABLE(false),
        REFUSES_CONNECTION(false),
        /** The bank says no for this key, and will say so again. */
        REJECTS(false);

        final boolean books;

        Kind(boolean books) {
            this.books = books;
        }
    }
}
