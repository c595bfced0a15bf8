package dev.oncemore.spreadsheet;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The table of texts that a workbook's sheets share. */
final class SharedStrings implements XmlPart.Visitor {
    private static final long KEPT_MAX = 60_000_000;
    /** The overhead of an entry, counted in characters. */
    private static final int ENTRY_COST = 40;

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
    public boolean start(String name, XMLStreamReader reader) throws XMLStreamException {
        if (name.equals("si")) {
            only = "";
            count = 0;
        } else if (name.equals("rPh")) {
            // The phonetic reading is not part of the text.
            isReading = true;
        } else if (name.equals("t") && !isReading) {
            add(Escapes.plain(reader.getElementText()));
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
            parts.append(text);
        }
        count++;
    }

    @Override
    public boolean end(String name) {
        if (name.equals("rPh")) {
            isReading = false;
        } else if (name.equals("si")) {
            String text = count > 1 ? parts.toString() : only;
            kept += text.length() + ENTRY_COST;
            if (kept > KEPT_MAX) {
                throw new IllegalArgumentException("the workbook has more than " + KEPT_MAX
                        + " characters of text; split it into several workbooks");
            }
            texts.add(text);
        }
        return true;
    }
}
