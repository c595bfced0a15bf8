package dev.oncemore.lab.report;

import java.util.Locale;

/** The forms of a report. */
public enum ReportFormat {
    /** The sentence and the table, for a terminal. */
    TEXT("txt") {
        @Override
        public String write(LabReport report) {
            return TextWriter.write(report);
        }
    },
    /** Everything, for programs. */
    JSON("json") {
        @Override
        public String write(LabReport report) {
            return JsonWriter.write(report);
        }
    },
    /** The table, for spreadsheets. */
    CSV("csv") {
        @Override
        public String write(LabReport report) {
            return CsvWriter.table(report.table());
        }
    },
    /** Everything on one page that needs nothing else, with charts that answer the mouse. */
    HTML("html") {
        @Override
        public String write(LabReport report) {
            return HtmlWriter.write(report);
        }
    };

    private final String ending;

    ReportFormat(String ending) {
        this.ending = ending;
    }

    /**
     * The format of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that exist
     */
    public static ReportFormat parse(String name) {
        for (ReportFormat format : values()) {
            if (format.written().equals(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException("there is no format '" + name + "'; there are text, json, csv and html");
    }

    /** The report as a text. The same report gives the same bytes. */
    public abstract String write(LabReport report);

    /** The ending of files of this format. */
    public String ending() {
        return ending;
    }

    /** The name on the command line. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }
}
