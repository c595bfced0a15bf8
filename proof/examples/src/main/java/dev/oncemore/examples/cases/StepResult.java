package dev.oncemore.examples.cases;

import java.util.List;

/**
 * What a step of the walk showed.
 *
 * @param title what it is about
 * @param explanation what to look at, and why
 * @param seen what happened, line by line
 * @param isExpected whether it happened as the explanation says
 */
record StepResult(String title, String explanation, List<String> seen, boolean isExpected) {
    /** Copies. */
    StepResult {
        seen = List.copyOf(seen);
    }
}
