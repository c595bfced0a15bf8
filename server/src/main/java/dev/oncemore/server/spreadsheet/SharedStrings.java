package dev.oncemore.server.spreadsheet;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The texts that a workbook keeps apart from its sheets. */
final class SharedStrings implements XmlPart.Visitor {
    private final List<String> texts = new ArrayList<>();
    private final StringBuilder parts = new StringBuilder();
    private String only = "";
    private int count;
    private boolean isReading;

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
            // How a name is read aloud is no part of it.
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
            texts.add(count > 1 ? parts.toString() : only);
        }
        return true;
    }
}
