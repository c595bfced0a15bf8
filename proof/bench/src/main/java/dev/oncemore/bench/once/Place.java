package dev.oncemore.bench.once;

/** An open store, with the subjects that are compared on it. */
interface Place extends AutoCloseable {
    /** The subjects and keys of this operation. */
    Contest contest(Act act);

    @Override
    void close();
}
