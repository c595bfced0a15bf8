package dev.oncemore.retry.planted;

/** A name that says nothing. */
public final class PlantedHelper {

    private PlantedHelper() {}
}
