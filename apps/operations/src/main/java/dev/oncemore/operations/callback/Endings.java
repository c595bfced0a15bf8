package dev.oncemore.operations.callback;

import java.util.List;
import java.util.Map;

/** Finds out what has ended. */
@FunctionalInterface
public interface Endings {
    /** The endings of those of these that have ended, by id. */
    Map<String, Ending> of(List<String> ids);
}
