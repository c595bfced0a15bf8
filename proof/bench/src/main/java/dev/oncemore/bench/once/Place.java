package dev.oncemore.bench.once;

/** A store that is open, with all that is compared on it. */
interface Place extends AutoCloseable {
    /** Those who do this here, and with which keys. */
    Contest contest(Act act);

    @Override
    void close();
}
