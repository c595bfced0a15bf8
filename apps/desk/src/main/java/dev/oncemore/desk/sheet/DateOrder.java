package dev.oncemore.desk.sheet;

/** What 01/02/2026 means. Dates with the year first, with dots or with the name of the month mean one thing anyway. */
public enum DateOrder {
    /** Not known, so ambiguous dates are refused. */
    UNSURE("not known"),
    /** The first of February. */
    DAY_FIRST("31/01/2026"),
    /** The second of January. */
    MONTH_FIRST("01/31/2026");

    private final String example;

    DateOrder(String example) {
        this.example = example;
    }

    /** How people see it. */
    public String example() {
        return example;
    }

    /** As forms and programs write it. */
    public String word() {
        return Choices.word(this);
    }

    static DateOrder parse(String text) {
        return Choices.parse("date order", DateOrder.values(), text);
    }
}
