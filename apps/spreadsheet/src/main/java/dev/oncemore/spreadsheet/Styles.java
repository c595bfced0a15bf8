package dev.oncemore.spreadsheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The number formats of a workbook, as far as they distinguish dates, percentages and plain numbers. */
final class Styles implements XmlPart.Visitor {
    private static final int STYLES_MAX = 70_000;
    private static final int FORMATS_MAX = 10_000;
    /** No spreadsheet program accepts a longer one. */
    private static final int FORMAT_MAX = 255;

    private static final Pattern ZEROS = Pattern.compile("0{2,15}");

    private static final Style PLAIN = new Style(Show.NUMBER, 0);

    private final Map<Integer, Style> formats = new HashMap<>();
    private final List<Style> styles = new ArrayList<>();
    /** All of them: several may have the same id. */
    private int formatCount;

    private boolean isInCells;

    private Styles() {}

    private enum Show {
        NUMBER,
        DATE,
        PERCENT
    }

    private record Style(Show show, int digits) {}

    static Styles none() {
        return new Styles();
    }

    static Styles read(Archive archive, String part) {
        Styles styles = new Styles();
        XmlPart.read(archive, part, styles);
        return styles;
    }

    @Override
    public boolean start(String name, XmlReader reader) {
        switch (name) {
            case "numFmt" -> format(reader);
            case "cellXfs" -> isInCells = true;
            case "xf" -> {
                if (isInCells && styles.size() < STYLES_MAX) {
                    styles.add(style(number(reader.attribute("numFmtId"))));
                }
            }
            default -> {
                // Fonts and borders.
            }
        }
        return true;
    }

    @Override
    public boolean end(String name) {
        isInCells = isInCells && !name.equals("cellXfs");
        return true;
    }

    /** Each format is looked at once, however many styles have it. */
    private void format(XmlReader reader) {
        String given = reader.attribute("formatCode");
        String code = given == null ? "" : given;
        if (code.length() > FORMAT_MAX || ++formatCount > FORMATS_MAX) {
            throw new IllegalArgumentException("the workbook has more than " + FORMATS_MAX
                    + " number formats, or one of more than " + FORMAT_MAX
                    + " characters; copy the values into a new workbook and send that");
        }
        formats.put(number(reader.attribute("numFmtId")), style(code));
    }

    private Style style(int id) {
        Style declared = formats.get(id);
        if (declared != null) {
            return declared;
        }
        boolean isDate = (id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
        return new Style(isDate ? Show.DATE : id == 9 || id == 10 ? Show.PERCENT : Show.NUMBER, 0);
    }

    private static Style style(String code) {
        // The first of several sections is for positive numbers.
        String shown = FormatCode.withoutDecoration(code).split(";", 2)[0];
        // Some programs write the name of the default format, which has letters of dates in it.
        String lower = shown.toLowerCase(Locale.ROOT).replace("general", "");
        if (lower.matches(".*[yde].*") && !lower.matches(".*[0#]e[+-].*")) {
            return new Style(Show.DATE, 0);
        }
        if (shown.contains("%")) {
            return new Style(Show.PERCENT, 0);
        }
        return ZEROS.matcher(shown).matches() ? new Style(Show.NUMBER, shown.length()) : PLAIN;
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private Style of(int style) {
        return style >= 0 && style < styles.size() ? styles.get(style) : PLAIN;
    }

    boolean isDate(int style) {
        return of(style).show() == Show.DATE;
    }

    boolean isPercent(int style) {
        return of(style).show() == Show.PERCENT;
    }

    /** The number of digits to which numbers are padded with zeros; 0 for no padding. */
    int digits(int style) {
        return of(style).digits();
    }
}
