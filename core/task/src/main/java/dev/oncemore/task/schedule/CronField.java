package dev.oncemore.task.schedule;

import java.util.Locale;

/** One field of a cron expression: its name, its range, and the parser of its values. */
enum CronField {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    /** Both 0 and 7 are Sunday. */
    DAY_OF_WEEK("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

    /** In a day of month: the last day of the month. */
    static final int LAST = 0;

    private final String title;
    private final int least;
    private final int most;
    /** Three letters each, separated by spaces. */
    private final String names;

    CronField(String title, int least, int most, String names) {
        this.title = title;
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /**
     * Parses the values as bits: {@code 1-5}, {@code *}{@code /15}, {@code MON,FRI}, and {@code L} for the last day of
     * a month.
     */
    long read(String written) {
        long values = 0;
        for (String part : written.split(",", -1)) {
            values |= part(part);
        }
        return this == DAY_OF_WEEK ? (values | values >>> 7) & 0x7F : values;
    }

    private long part(String part) {
        if (this == DAY_OF_MONTH && part.equalsIgnoreCase("L")) {
            return 1L << LAST;
        }
        String[] stepped = part.split("/", -1);
        if (stepped.length > 2) {
            throw refused(part, "it has more than one step");
        }
        int[] range = range(part, stepped[0], stepped.length == 2);
        int step = stepped.length == 2 ? number(part, stepped[1]) : 1;
        if (step < 1) {
            throw refused(part, "a step must be at least 1");
        }
        long values = 0;
        for (int value = range[0]; value <= range[1]; value += step) {
            values |= 1L << value;
        }
        return values;
    }

    private int[] range(String part, String range, boolean isStepped) {
        if (range.equals("*")) {
            return new int[] {least, this == DAY_OF_WEEK ? 6 : most};
        }
        String[] ends = range.split("-", -1);
        if (ends.length > 2) {
            throw refused(part, "a range has two ends");
        }
        int from = value(part, ends[0]);
        int to = ends.length == 2 ? value(part, ends[1]) : isStepped ? most : from;
        if (from > to) {
            throw refused(part, "a range must rise");
        }
        return new int[] {from, to};
    }

    private int value(String part, String written) {
        int named = written.length() == 3 ? names.indexOf(written.toUpperCase(Locale.ROOT)) : -1;
        int value = named >= 0 && named % 4 == 0 ? named / 4 + (this == MONTH ? 1 : 0) : number(part, written);
        if (value < least || value > most) {
            throw refused(part, "it must be between " + least + " and " + most);
        }
        return value;
    }

    private int number(String part, String written) {
        if (written.isEmpty() || written.length() > 4 || !written.chars().allMatch(c -> c >= '0' && c <= '9')) {
            // Quartz uses '?' where cron uses '*'.
            throw refused(
                    part,
                    "'" + written + "' is no " + (names.isEmpty() ? "number" : "number or name")
                            + (written.equals("?") ? "; write * instead" : ""));
        }
        return Integer.parseInt(written);
    }

    private IllegalArgumentException refused(String part, String why) {
        return new IllegalArgumentException(title + " '" + part + "': " + why);
    }
}
