package dev.oncemore.testkit.sheet;

import static dev.oncemore.testkit.sheet.HostileWorkbook.row;
import static dev.oncemore.testkit.sheet.HostileWorkbook.sheet;
import static dev.oncemore.testkit.sheet.HostileWorkbook.styles;
import static dev.oncemore.testkit.sheet.HostileWorkbook.text;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Spreadsheets that are small enough to be sent and cost a careless reader all its memory or time: one per weakness. Some are
 * valid, and may be read; no reader may fail on any of them, or need more than the usual memory and time.
 *
 * <p>{@code HostileSheets.all().forEach((name, file) -> upload(name, file.get()))}
 */
public final class HostileSheets {
    private static final int ROWS = 100_000;

    private HostileSheets() {}

    /** All of them, by file name. Each is made when it is asked for. */
    public static Map<String, Supplier<byte[]>> all() {
        Map<String, Supplier<byte[]>> files = new LinkedHashMap<>();
        numbers(files);
        texts(files);
        markup(files);
        HostileArchives.addTo(files);
        HostileCsv.addTo(files);
        return files;
    }

    private static void numbers(Map<String, Supplier<byte[]>> files) {
        // A number of a billion digits in eleven characters: as a number, as a percentage, and as a date.
        for (String exponent : new String[] {"1e999999999", "-1e999999999", "1e-999999999", "9e2147483647"}) {
            files.put(
                    "number-" + exponent + ".xlsx",
                    () -> new HostileWorkbook()
                            .with(
                                    HostileWorkbook.SHEET,
                                    out -> sheet(out, rows -> {
                                        row(rows, 2, exponent, exponent, exponent);
                                        for (int style = 1; style <= 2; style++) {
                                            rows.write("<row r=\"" + (style + 2) + "\">");
                                            for (int i = 0; i < 7; i++) {
                                                rows.write("<c s=\"" + style + "\"><v>" + exponent + "</v></c>");
                                            }
                                            rows.write("</row>");
                                        }
                                    }))
                            .bytes());
        }
        files.put(
                "number-long.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> row(rows, 2, "9".repeat(9_000_000), "1", "1")))
                        .bytes());
        // Looking for the end of each bracket takes quadratic time.
        files.put(
                "format-brackets.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.STYLES,
                                out -> styles(
                                        out,
                                        "<numFmt numFmtId=\"200\" formatCode=\"" + "[".repeat(60_000) + "\"/>",
                                        "<xf numFmtId=\"200\"/>".repeat(1_000)))
                        .bytes());
        files.put(
                "format-shared.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.STYLES,
                                out -> styles(
                                        out,
                                        "<numFmt numFmtId=\"200\" formatCode=\"" + "[".repeat(255) + "\"/>",
                                        "<xf numFmtId=\"200\"/>".repeat(400_000)))
                        .bytes());
        files.put(
                "formats-many.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STYLES, out -> {
                            out.write("<styleSheet><numFmts>");
                            for (int i = 0; i < 250_000; i++) {
                                out.write("<numFmt numFmtId=\"" + i + "\" formatCode=\"0.0" + i + "\"/>");
                            }
                            out.write("</numFmts></styleSheet>");
                        })
                        .bytes());
        String brackets = "<numFmt numFmtId=\"200\" formatCode=\"" + "[x".repeat(120) + "\"/>";
        files.put(
                "formats-of-one-id.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.STYLES,
                                out -> styles(out, brackets.repeat(30_000), "<xf numFmtId=\"200\"/>"))
                        .bytes());
    }

    private static void texts(Map<String, Supplier<byte[]>> files) {
        files.put(
                "text-huge-inline.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> {
                                    rows.write("<row r=\"2\"><c t=\"inlineStr\"><is><t>");
                                    words(rows, 40_000_000);
                                    rows.write("</t></is></c></row>");
                                }))
                        .bytes());
        files.put(
                "text-huge-shared.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            out.write("<sst><si><t><![CDATA[");
                            words(out, 40_000_000);
                            out.write("]]></t></si></sst>");
                        })
                        .bytes());
        // One text of many runs, which a reader may join one by one.
        files.put(
                "text-runs.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            out.write("<sst><si>");
                            for (int i = 0; i < 250_000; i++) {
                                out.write("<r><t>run" + i + "</t></r>");
                            }
                            out.write("</si></sst>");
                        })
                        .bytes());
        files.put(
                "texts-many.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            out.write("<sst>");
                            for (int i = 0; i < 1_000_000; i++) {
                                out.write("<si><t>" + i + "</t></si>");
                            }
                            out.write("</sst>");
                        })
                        .bytes());
        // One text of the largest accepted size in every cell: little to send, and much to keep.
        files.put(
                "text-everywhere.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.STRINGS,
                                out -> out.write("<sst><si><t>" + "x".repeat(999) + "</t></si></sst>"))
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> everywhere(rows, "<c t=\"s\"><v>0</v></c>")))
                        .bytes());
        files.put(
                "texts-distinct.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            out.write("<sst>");
                            for (int row = 1; row < ROWS; row++) {
                                out.write("<si><t>N" + row + "</t></si><si><t>株式会社 " + row + "</t></si><si><t>品名 " + row
                                        + "</t></si>");
                            }
                            out.write("</sst>");
                        })
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> {
                                    for (int row = 2; row <= ROWS; row++) {
                                        int text = 3 * (row - 2);
                                        rows.write("<row r=\"" + row + "\"><c t=\"s\"><v>" + text + "</v></c>"
                                                + text("2026-01-31")
                                                + "<c t=\"s\"><v>" + (text + 1) + "</v></c><c t=\"s\"><v>" + (text + 2)
                                                + "</v></c><c><v>" + row + "</v></c><c><v>" + row
                                                + ".5</v></c><c><v>10</v></c></row>");
                                    }
                                }))
                        .bytes());
        // Marks that belong to one letter, in the wrong order.
        files.put(
                "text-marks.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.STRINGS,
                                out -> out.write("<sst><si><t>a" + "\u0301\u0316".repeat(499) + "</t></si></sst>"))
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> everywhere(rows, "<c t=\"s\"><v>0</v></c>")))
                        .bytes());
        files.put(
                "text-escapes.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            out.write("<sst><si><t>");
                            for (int i = 0; i < 250_000; i++) {
                                out.write("_x0041_&#x41;");
                            }
                            out.write("</t></si></sst>");
                        })
                        .bytes());
    }

    private static void everywhere(Writer rows, String cell) throws IOException {
        for (int row = 2; row <= ROWS; row++) {
            rows.write("<row r=\"" + row + "\">" + cell.repeat(7) + "</row>");
        }
    }

    private static void markup(Map<String, Supplier<byte[]>> files) {
        files.put(
                "xml-attribute.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.SHEET, out -> {
                            out.write("<worksheet a=\"");
                            words(out, 40_000_000);
                            out.write("\"/>");
                        })
                        .bytes());
        files.put(
                "xml-attributes.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.SHEET, out -> {
                            out.write("<worksheet");
                            for (int i = 0; i < 250_000; i++) {
                                out.write(" a" + i + "=\"\"");
                            }
                            out.write("/>");
                        })
                        .bytes());
        files.put(
                "xml-depth.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.SHEET, out -> {
                            for (int i = 0; i < 1_000_000; i++) {
                                out.write("<a>");
                            }
                        })
                        .bytes());
        // Parsers keep each name that they have seen.
        files.put(
                "xml-names.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> {
                                    for (int i = 0; i < 500_000; i++) {
                                        rows.write("<n" + i + " xmlns:p" + i + "=\"u" + i + "\"/>");
                                    }
                                }))
                        .bytes());
        files.put(
                "xml-entities.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.SHEET, out -> {
                            out.write("<!DOCTYPE w [<!ENTITY a0 \"aaaaaaaaaa\">");
                            for (int i = 1; i < 20; i++) {
                                out.write("<!ENTITY a" + i + " \"" + ("&a" + (i - 1) + ";").repeat(10) + "\">");
                            }
                            out.write("]><worksheet><sheetData><row><c><v>&a19;</v></c></row></sheetData></worksheet>");
                        })
                        .bytes());
        files.put(
                "xml-comment.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.SHEET, out -> {
                            out.write("<worksheet><!-- ");
                            words(out, 40_000_000);
                            out.write("--></worksheet>");
                        })
                        .bytes());
        files.put(
                "rows-blank.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> {
                                    for (int row = 2; row <= 300_000; row++) {
                                        rows.write("<row r=\"" + row + "\"><c s=\"1\"/><c r=\"XFD" + row
                                                + "\" s=\"2\"/></row>");
                                    }
                                }))
                        .bytes());
        files.put(
                "rows-wrong.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.SHEET,
                                out -> sheet(out, rows -> everywhere(rows, text("=" + "?".repeat(10)))))
                        .bytes());
    }

    /** Text that compresses about as well as a sheet does, so that it passes for one. */
    private static void words(Writer out, int length) throws IOException {
        Random random = new Random(1);
        String[] words = new String[64];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            while (word.length() < 120) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words[i] = word.toString();
        }
        for (int written = 0; written < length; written += 120) {
            out.write(words[random.nextInt(words.length)]);
        }
    }
}
