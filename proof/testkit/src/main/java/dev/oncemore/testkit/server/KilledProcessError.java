package dev.oncemore.testkit.server;

/** The process is dead as far as a test is concerned: nothing that it would have done afterwards happens. */
public final class KilledProcessError extends Error {
    private static final long serialVersionUID = 1;

    KilledProcessError(Throwable cut) {
        super("the test killed this process", cut);
    }
}
