package dev.oncemore.torture.planted;

import java.util.List;

/**
 * A planted bug.
 *
 * @param bug what is wrong, in a few words
 * @param where which part or store has it
 * @param edits how it is planted
 * @param net what has to catch it
 */
record Mutant(String bug, String where, List<Edit> edits, Kit net) {
    static Mutant of(String bug, String where, Kit net, Edit... edits) {
        return new Mutant(bug, where, List.of(edits), net);
    }
}
