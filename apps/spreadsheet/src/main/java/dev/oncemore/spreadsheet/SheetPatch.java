package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Appends cells to the rows of a sheet, and updates the number of columns in its header. */
final class SheetPatch {
    private static final Pattern NUMBER = Pattern.compile("\\sr\\s*=\\s*[\"'](\\d{1,7})[\"']");
    private static final Pattern SPANS = Pattern.compile("\\sspans\\s*=\\s*(\"[^\"]*\"|'[^']*')");
    private static final Pattern REF = Pattern.compile("(\\sref\\s*=\\s*[\"'])([A-Z]+)(\\d+)(?::([A-Z]+)(\\d+))?");

    private final int width;
    private final int headingsRow;
    private final AddedCells added;
    private int row;
    private @Nullable List<String> waiting;

    SheetPatch(int width, int headingsRow, AddedCells added) {
        this.width = width;
        this.headingsRow = headingsRow;
        this.added = added;
    }

    void run(TagScanner tags) throws IOException {
        while (tags.next()) {
            if (tags.is("row", false)) {
                begin(tags);
            } else if (tags.is("row", true)) {
                end(tags);
                tags.copy();
            } else if (tags.is("dimension", false)) {
                tags.write(wider(tags.text()));
            } else {
                tags.copy();
            }
        }
    }

    private void begin(TagScanner tags) throws IOException {
        String tag = tags.text();
        Matcher number = NUMBER.matcher(tag);
        row = number.find() ? Integer.parseInt(number.group(1)) : row + 1;
        // A row without cells is blank and was not read, so it gets no cells.
        boolean isEmpty = tag.endsWith("/>");
        waiting = isEmpty ? null : row == headingsRow ? added.headings() : added.of(row);
        // The span of a row's cells is an optional hint, which would be wrong now.
        tags.write(waiting == null ? tag : SPANS.matcher(tag).replaceAll(""));
    }

    private void end(TagScanner tags) throws IOException {
        if (waiting == null) {
            return;
        }
        String prefix = tags.prefix();
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < waiting.size(); i++) {
            if (!waiting.get(i).isEmpty()) {
                cell(cells, prefix, Places.letters(width + i) + row, "", waiting.get(i));
            }
        }
        tags.write(cells.toString());
        waiting = null;
    }

    /**
     * Writes a cell as an inline text, which is never read as a formula.
     *
     * @param style its index in the styles of the workbook; empty for none
     */
    static void cell(StringBuilder out, String prefix, String reference, String style, String text) {
        out.append('<').append(prefix).append("c r=\"").append(reference);
        if (!style.isEmpty()) {
            out.append("\" s=\"").append(style);
        }
        out.append("\" t=\"inlineStr\"><").append(prefix).append("is><").append(prefix);
        out.append("t xml:space=\"preserve\">")
                .append(Escapes.written(text))
                .append("</")
                .append(prefix);
        out.append("t></").append(prefix).append("is></").append(prefix).append("c>");
    }

    private String wider(String tag) {
        Matcher ref = REF.matcher(tag);
        if (!ref.find()) {
            return tag;
        }
        String lastRow = ref.group(5) == null ? ref.group(3) : ref.group(5);
        String last = Places.letters(width + added.headings().size() - 1) + lastRow;
        return new StringBuilder(tag)
                .replace(ref.start(), ref.end(), ref.group(1) + ref.group(2) + ref.group(3) + ":" + last)
                .toString();
    }
}
