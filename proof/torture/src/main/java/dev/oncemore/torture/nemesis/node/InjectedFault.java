package dev.oncemore.torture.nemesis.node;

/** A temporary fault between a node and the store; the store itself is healthy. */
public enum InjectedFault {
    /** Nothing gets through. */
    AWAY,
    /** Ends are not written; everything else works, heartbeats too. */
    FINISH_AWAY,
    /** Heartbeats do not get through; everything else works. */
    EXTEND_AWAY,
    /** Ends are written, and the reply is lost. */
    FINISH_REPLY_LOST,
    /** Every verb takes a fifth of a second longer. */
    SLOW,
    /** One connection is cut before a statement, once. */
    CUT_BEFORE_STATEMENT,
    /** One connection is cut after a statement, once. */
    CUT_AFTER_STATEMENT,
    /** One connection is cut before a COMMIT, once. */
    CUT_BEFORE_COMMIT,
    /** One connection is cut after a COMMIT, once. */
    CUT_AFTER_COMMIT;

    /** Whether it cuts a connection, which needs a SQL database. */
    public boolean isCut() {
        return switch (this) {
            case CUT_BEFORE_STATEMENT, CUT_AFTER_STATEMENT, CUT_BEFORE_COMMIT, CUT_AFTER_COMMIT -> true;
            case AWAY, FINISH_AWAY, EXTEND_AWAY, FINISH_REPLY_LOST, SLOW -> false;
        };
    }
}
