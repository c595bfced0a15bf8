package dev.oncemore.torture.planted;

import java.util.List;

/**
 * A planted bug.
 *
 * @param bug the bug, in a few words
 * @param where the part or store that has it
 * @param edits how it is planted
 * @param net the kit that must catch it
 */
record Mutant(String bug, String where, List<Edit> edits, Kit net) {
    static Mutant of(String bug, String where, Kit net, Edit... edits) {
        return new Mutant(bug, where, List.of(edits), net);
    }
}
