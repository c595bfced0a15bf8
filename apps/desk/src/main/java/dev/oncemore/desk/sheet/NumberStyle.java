package dev.oncemore.desk.sheet;

/** What dots and commas in numbers mean. */
public enum NumberStyle {
    /** Not known: 12,5 and 12.5 are accepted, but 1.200 is refused. */
    UNSURE("not known"),
    /** The dot is decimal. */
    POINT("1,234.56"),
    /** The comma is decimal. */
    COMMA("1.234,56");

    private final String example;

    NumberStyle(String example) {
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

    static NumberStyle parse(String text) {
        return Choices.parse("number style", NumberStyle.values(), text);
    }
}
