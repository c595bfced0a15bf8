package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The table of texts that a workbook's sheets share. */
final class SharedStrings implements XmlPart.Visitor {
    private static final long BYTES_MAX = 40_000_000;
    /** The overhead of an entry. */
    private static final int ENTRY_BYTES = 48;

    private final List<String> texts = new ArrayList<>();
    private final StringBuilder parts = new StringBuilder();
    private String only = "";
    private int count;
    private boolean isReading;
    private long kept;

    private SharedStrings() {}

    static List<String> read(Archive archive, String part) {
        SharedStrings strings = new SharedStrings();
        XmlPart.read(archive, part, strings);
        return strings.texts;
    }

    @Override
    public boolean start(String name, XmlReader reader) throws IOException {
        if (name.equals("si")) {
            only = "";
            count = 0;
        } else if (name.equals("rPh")) {
            // The phonetic reading is not part of the text.
            isReading = true;
        } else if (name.equals("t") && !isReading) {
            add(Escapes.plain(reader.text(FileRow.TEXT_MAX)));
        }
        return true;
    }

    private void add(String text) {
        if (count == 0) {
            only = text;
        } else {
            if (count == 1) {
                parts.setLength(0);
                parts.append(only);
            }
            if (parts.length() < FileRow.TEXT_MAX) {
                parts.append(text);
            }
        }
        count++;
    }

    @Override
    public boolean end(String name) {
        if (name.equals("rPh")) {
            isReading = false;
        } else if (name.equals("si")) {
            // Blanks around a text never count; without them the same text serves all its cells.
            String text = (count > 1 ? parts.toString() : only).strip();
            kept += ENTRY_BYTES + bytes(text);
            if (kept > BYTES_MAX) {
                throw new IllegalArgumentException(
                        "the workbook has more than " + BYTES_MAX + " bytes of text; split it into several workbooks");
            }
            texts.add(text);
        }
        return true;
    }

    private static int bytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return 2 * text.length();
            }
        }
        return text.length();
    }
}
