package dev.oncemore.spreadsheet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The value of a cell to be written: a text, a number or a time. Nothing is ever written as a formula. */
public final class CellValue {
    /** What a spreadsheet holds exactly and shows as it is written. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,14})(\\.\\d{1,10})?");

    private static final BigDecimal SECONDS_PER_DAY = BigDecimal.valueOf(86_400);
    private static final int DAY_DIGITS = 10;
    /** The first of January 1970, in days since 1900 and how many of them are before 1904. */
    private static final int EPOCH_DAY = 25_569;

    private static final int DAYS_TO_1904 = 1_462;

    private final String text;
    private final boolean isNumber;
    private final @Nullable Instant time;

    private CellValue(String text, boolean isNumber, @Nullable Instant time) {
        this.text = text;
        this.isNumber = isNumber;
        this.time = time;
    }

    /** A text. */
    public static CellValue text(String text) {
        return new CellValue(text, false, null);
    }

    /** A number if the text is one in plain digits, such as 12 or -0.5; a text otherwise, such as 007. */
    public static CellValue number(String text) {
        return new CellValue(text, NUMBER.matcher(text).matches(), null);
    }

    /** A time; workbooks, whose times have no zone, show it as it is in UTC. Nothing for null. */
    public static CellValue time(@Nullable Instant time) {
        return new CellValue(time == null ? "" : time.toString(), false, time);
    }

    /** As CSV has it. */
    String text() {
        return text;
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    /** Writes it as a cell of a sheet. */
    void write(StringBuilder out, String prefix, String reference, CellStyles styles) {
        Instant when = time;
        if (when != null && !styles.time().isEmpty()) {
            plain(out, prefix, reference, styles.time(), serial(when, styles.isFrom1904()));
        } else if (isNumber) {
            plain(out, prefix, reference, text.indexOf('.') < 0 ? styles.integer() : "", text);
        } else {
            text(out, prefix, reference, styles.text(), text);
        }
    }

    /** Days since the first one of the workbook, in UTC. */
    private static String serial(Instant time, boolean isFrom1904) {
        return BigDecimal.valueOf(time.getEpochSecond())
                .divide(SECONDS_PER_DAY, DAY_DIGITS, RoundingMode.HALF_UP)
                .add(BigDecimal.valueOf(EPOCH_DAY - (isFrom1904 ? DAYS_TO_1904 : 0)))
                .toPlainString();
    }

    private static void plain(StringBuilder out, String prefix, String reference, String style, String number) {
        open(out, prefix, reference, style).append("\"><").append(prefix).append("v>");
        out.append(number)
                .append("</")
                .append(prefix)
                .append("v></")
                .append(prefix)
                .append("c>");
    }

    /** Writes a text as an inline one: the shared texts stay as they are, and no program takes it for a formula. */
    static void text(StringBuilder out, String prefix, String reference, String style, String text) {
        open(out, prefix, reference, style).append("\" t=\"inlineStr\"><").append(prefix);
        out.append("is><").append(prefix).append("t xml:space=\"preserve\">").append(Escapes.written(text));
        out.append("</").append(prefix).append("t></").append(prefix).append("is></");
        out.append(prefix).append("c>");
    }

    private static StringBuilder open(StringBuilder out, String prefix, String reference, String style) {
        out.append('<').append(prefix).append("c r=\"").append(reference);
        return style.isEmpty() ? out : out.append("\" s=\"").append(style);
    }
}
