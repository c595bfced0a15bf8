package dev.oncemore.spreadsheet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The styles of a workbook with two more: whole numbers with all their digits, and times in UTC. */
final class AddedStyles implements XmlPart.Visitor {
    /** Without a zone: programs other than spreadsheets take a format with a text in it for that of a number. */
    static final String TIME_FORMAT = "yyyy\\-mm\\-dd\\ hh:mm:ss";

    /** Excel opens up to 65,490. */
    private static final int STYLES_MAX = 65_000;

    private static final int OWN_FORMATS_FROM = 164;
    private static final int FORMAT_MAX = 1_000_000;

    private int styles;
    private int baseStyles;
    private int formats;
    private int format = OWN_FORMATS_FROM;
    private boolean hasFormats;
    private String section = "";

    private AddedStyles() {}

    /** Looks where styles can be added; null if they cannot. */
    static @Nullable AddedStyles read(Archive archive, @Nullable String part) {
        if (part == null) {
            return null;
        }
        AddedStyles found = new AddedStyles();
        XmlPart.read(archive, part, found);
        return found.styles > 0 && found.styles < STYLES_MAX && found.format < FORMAT_MAX ? found : null;
    }

    @Override
    public boolean start(String name, XmlReader reader) {
        switch (name) {
            case "numFmts", "cellXfs", "cellStyleXfs" -> {
                section = name;
                hasFormats |= name.equals("numFmts");
            }
            case "xf" -> {
                styles += section.equals("cellXfs") ? 1 : 0;
                baseStyles += section.equals("cellStyleXfs") ? 1 : 0;
            }
            case "numFmt" -> {
                formats += section.equals("numFmts") ? 1 : 0;
                format = Math.max(format, id(reader.attribute("numFmtId")) + 1);
            }
            default -> {
                // Fonts and borders.
            }
        }
        return true;
    }

    private static int id(@Nullable String text) {
        try {
            return text == null ? 0 : Math.min(FORMAT_MAX, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public boolean end(String name) {
        section = name.equals(section) ? "" : section;
        return true;
    }

    CellStyles cells(boolean isFrom1904) {
        return new CellStyles("", Integer.toString(styles), Integer.toString(styles + 1), isFrom1904);
    }

    /** Copies the part and adds the styles behind those that are there. */
    void patch(TagScanner tags) throws IOException {
        while (tags.next()) {
            String p = tags.prefix();
            if (tags.depth() == 0 && tags.isStart() && !hasFormats) {
                tags.copy();
                tags.write("<" + p + "numFmts count=\"1\">" + numberFormat(p) + "</" + p + "numFmts>");
            } else if (tags.depth() == 1 && tags.is("numFmts", false)) {
                tags.write("<" + p + "numFmts count=\"" + (formats + 1) + "\">");
                if (tags.isClosed()) {
                    tags.write(numberFormat(p) + "</" + p + "numFmts>");
                }
            } else if (tags.depth() == 1 && tags.is("numFmts", true)) {
                tags.write(numberFormat(p));
                tags.copy();
            } else if (tags.depth() == 1 && tags.is("cellXfs", false)) {
                tags.write(tags.with("count", Integer.toString(styles + 2)));
            } else if (tags.depth() == 1 && tags.is("cellXfs", true)) {
                tags.write(style(p, 1) + style(p, format));
                tags.copy();
            } else {
                tags.copy();
            }
        }
    }

    private String numberFormat(String prefix) {
        return "<" + prefix + "numFmt numFmtId=\"" + format + "\" formatCode=\"" + TIME_FORMAT + "\"/>";
    }

    private String style(String prefix, int numberFormat) {
        return "<" + prefix + "xf numFmtId=\"" + numberFormat + "\" fontId=\"0\" fillId=\"0\" borderId=\"0\""
                + (baseStyles > 0 ? " xfId=\"0\"" : "") + " applyNumberFormat=\"1\" applyAlignment=\"1\"><" + prefix
                + "alignment horizontal=\"left\"/></" + prefix + "xf>";
    }
}
