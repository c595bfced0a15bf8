package dev.oncemore.desk.document;

import dev.oncemore.once.record.Key;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a document is known by: it is created once.
 *
 * @param company whose it is: 1 to 60 of the characters a-z, A-Z, 0-9, dot, dash and underscore
 * @param type what it is
 * @param number its number, in one form however it was typed
 */
public record DocumentName(String company, DocumentType type, String number) {
    /** What a number must be. */
    public static final String NUMBER_EXPECTED = "a number of 1 to 60 characters on one line, without =";

    private static final Pattern COMPANY = Pattern.compile("[A-Za-z0-9._-]{1,60}");
    private static final int NUMBER_MAX = 60;
    private static final int WRITTEN_MAX = 150;
    private static final int NORMAL_MAX = 256;
    private static final char WIDE_FIRST = '\uFF01';
    private static final char WIDE_LAST = '\uFF5E';
    private static final char WIDE_YEN = '\uFFE5';
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Checks it. */
    public DocumentName {
        requireCompany(company);
        number = normal(number);
        if (!isNumber(number)) {
            throw new IllegalArgumentException(
                    "the number is '" + number + "', but " + NUMBER_EXPECTED + " is expected");
        }
    }

    public static String requireCompany(String company) {
        if (!COMPANY.matcher(company).matches()) {
            throw new IllegalArgumentException("the company is '" + company
                    + "', but 1 to 60 letters (a-z), digits, dots, dashes or underscores are expected, such as comp1");
        }
        return company;
    }

    /**
     * Full-width letters and digits are those of ASCII, accents are composed, and blanks around do not count. Anything else
     * stays as it was typed: ① is not 1, and 10² is not 102.
     */
    public static String normal(String text) {
        // What is longer is no number, date or name of ours, and composing many marks takes quadratic time.
        return isAscii(text) || text.length() > NORMAL_MAX
                ? text.strip()
                : narrow(Normalizer.normalize(text, Normalizer.Form.NFC)).strip();
    }

    private static String narrow(String text) {
        StringBuilder narrow = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= WIDE_FIRST && c <= WIDE_LAST) {
                narrow.append((char) (c - WIDE_FIRST + '!'));
            } else {
                narrow.append(c == WIDE_YEN ? '¥' : Character.isSpaceChar(c) ? ' ' : c);
            }
        }
        return narrow.toString();
    }

    /** Most cells are, and need no normal form then: sheets are long. */
    public static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Whether a text in its normal form is a number. */
    public static boolean isNumber(String normal) {
        return !normal.isEmpty()
                && normal.length() <= NUMBER_MAX
                && normal.indexOf('=') < 0
                && !hasControl(normal)
                && (isAscii(normal) || written(normal).length() <= WRITTEN_MAX);
    }

    private static boolean hasControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** The key: {@code comp1:invoice:001}. */
    public Key key() {
        return DocumentKey.of(company, type, written(number));
    }

    /** Keys are ASCII. Since a number has no =, no two numbers are written alike. */
    private static String written(String number) {
        StringBuilder text = new StringBuilder();
        for (byte b : number.getBytes(StandardCharsets.UTF_8)) {
            if (b >= ' ' && b <= '~') {
                text.append((char) b);
            } else {
                text.append('=').append(HEX.toHexDigits(b));
            }
        }
        return text.toString();
    }
}
