package dev.oncemore.jdbc.kill;

/** Where the owner of an effect is killed. */
enum Point {
    BEFORE_CLAIM,
    /** The claim is made, and committed where it commits by itself. */
    BEFORE_EFFECT,
    AFTER_EFFECT,
    /** The outcome is written, and waits for the user's commit together with the effect. */
    BEFORE_COMMIT,
    /** All is committed, and nobody has been told. */
    BEFORE_REPLY;

    /** Whoever is killed there stops there, and says so. */
    @FunctionalInterface
    interface Stop {
        Stop NOWHERE = point -> {};

        void at(Point point);
    }
}
