package dev.oncemore.torture.planted;

import java.util.Arrays;
import java.util.List;

/**
 * The net of a mutant: a class of JUnit tests, or some of its tests.
 *
 * @param type the class, as the application loads it
 * @param tests the names of its tests; empty means all of them
 */
record Kit(Class<?> type, List<String> tests) {
    static Kit of(Class<?> type, String... tests) {
        return new Kit(type, Arrays.asList(tests));
    }

    @Override
    public String toString() {
        return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
    }
}
