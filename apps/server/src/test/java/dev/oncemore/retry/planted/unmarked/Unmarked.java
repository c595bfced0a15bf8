package dev.oncemore.retry.planted.unmarked;

/** A class in a package without a package-info. */
public final class Unmarked {

    private Unmarked() {}
}
