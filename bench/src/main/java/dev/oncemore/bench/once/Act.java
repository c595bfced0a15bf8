package dev.oncemore.bench.once;

/** What is measured on a store. */
enum Act {
    /** A new key: claimed, a trivial effect elsewhere, completed. */
    LEASED(Subject.NAIVE, 4),
    /** A key whose effect is done: its outcome is looked up. */
    REPLAY(Subject.LIMIT, 2);

    private final String reference;
    private final int subjects;

    Act(String reference, int subjects) {
        this.reference = reference;
        this.subjects = subjects;
    }

    /** Whom others are compared with. */
    String reference() {
        return reference;
    }

    /** How many do it, at most. */
    int subjects() {
        return subjects;
    }
}
