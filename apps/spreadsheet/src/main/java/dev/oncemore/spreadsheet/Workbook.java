package dev.oncemore.spreadsheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A workbook (XLSX), read as a stream: only the shared texts of a large workbook are in memory. */
final class Workbook implements Spreadsheet {
    private static final int SHEETS_MAX = 500;
    private static final int RELATIONS_MAX = 5_000;
    private static final int NAME_MAX = 255;

    private final Archive archive;
    private final Map<String, String> parts = new LinkedHashMap<>();
    private final Map<String, String> targets = new HashMap<>();
    private String first = "";
    private boolean isFrom1904;
    private @Nullable String stringsPart;
    private @Nullable String stylesPart;
    private @Nullable List<String> strings;
    private @Nullable Styles styles;

    private Workbook(Archive archive) {
        this.archive = archive;
    }

    static Workbook open(byte[] bytes, Checkpoint checkpoint) {
        Archive archive = Archive.open(bytes, checkpoint);
        try {
            Workbook workbook = new Workbook(archive);
            workbook.look();
            return workbook;
        } catch (RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    private void look() {
        if (!archive.has("[Content_Types].xml") || !archive.has("_rels/.rels")) {
            throw new IllegalArgumentException(
                    archive.has("mimetype")
                            ? "this is an OpenDocument file; save the sheet as .xlsx or CSV and send the new file"
                            : "this is an archive, not a workbook; send the sheet in it as .xlsx or CSV");
        }
        requireNoMacros();
        String main = relations("_rels/.rels", "").getOrDefault("officeDocument", "");
        if (!main.endsWith(".xml") || !archive.has(main)) {
            throw new IllegalArgumentException(
                    "this is not an .xlsx workbook; save the sheet as .xlsx and send the new file");
        }
        String folder = main.substring(0, main.lastIndexOf('/') + 1);
        String relations = folder + "_rels/" + main.substring(folder.length()) + ".rels";
        Map<String, String> kinds = relations(relations, folder);
        stringsPart = kinds.get("sharedStrings");
        stylesPart = kinds.get("styles");
        XmlPart.read(archive, main, this::sheet);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("the workbook has no sheet");
        }
    }

    private void requireNoMacros() {
        boolean[] hasMacros = {false};
        XmlPart.read(archive, "[Content_Types].xml", (name, reader) -> {
            String type = reader.attribute("ContentType");
            hasMacros[0] |= type != null && (type.contains("macroEnabled") || type.contains("vbaProject"));
            return true;
        });
        if (hasMacros[0]) {
            throw new IllegalArgumentException(
                    "the workbook has macros, which are not accepted; save it as .xlsx (without macros) and send the new file");
        }
    }

    /** The parts that another part refers to, by the last word of their type and by their id. */
    private Map<String, String> relations(String part, String folder) {
        Map<String, String> kinds = new HashMap<>();
        XmlPart.read(archive, part, (name, reader) -> {
            String target = reader.attribute("Target");
            String type = reader.attribute("Type");
            String id = reader.attribute("Id");
            if (name.equals("Relationship") && target != null && type != null && id != null) {
                requireShort("the path of a part", target);
                requireShort("the id of a part", id);
                if (targets.size() + kinds.size() > RELATIONS_MAX) {
                    throw new IllegalArgumentException("the workbook refers to more than " + RELATIONS_MAX
                            + " parts; copy the sheet into a new workbook and send that");
                }
                String path = target.startsWith("/") ? target.substring(1) : folder + target;
                kinds.putIfAbsent(kind(type), path);
                if (type.endsWith("/worksheet")) {
                    targets.put(id, path);
                }
            }
            return true;
        });
        return kinds;
    }

    /** The last word of a type; types that nobody knows are one. */
    private static String kind(String type) {
        String word = type.substring(type.lastIndexOf('/') + 1);
        return word.length() > NAME_MAX ? "" : word;
    }

    private boolean sheet(String element, XmlReader reader) {
        if (element.equals("workbookPr")) {
            String from1904 = reader.attribute("date1904");
            isFrom1904 = "1".equals(from1904) || "true".equals(from1904);
        } else if (element.equals("sheet") && parts.size() < SHEETS_MAX) {
            String name = reader.attribute("name");
            String id = reader.attribute("id");
            // Chart sheets have no rows.
            String target = id == null ? null : targets.get(id);
            if (name != null && target != null) {
                requireShort("the name of a sheet", name);
                String state = reader.attribute("state");
                if (first.isEmpty() && (state == null || state.equals("visible"))) {
                    first = name;
                }
                parts.put(name, target);
            }
        }
        return true;
    }

    private static void requireShort(String what, String text) {
        if (text.length() > NAME_MAX) {
            throw new IllegalArgumentException("the workbook is damaged: " + what + " has " + text.length()
                    + " characters; open it in a spreadsheet program, save it again and send the new file");
        }
    }

    @Override
    public List<String> sheets() {
        return new ArrayList<>(parts.keySet());
    }

    @Override
    public String firstSheet() {
        return first.isEmpty() ? sheets().get(0) : first;
    }

    @Override
    public String encoding() {
        return "workbook";
    }

    @Override
    public char delimiter() {
        return ',';
    }

    /** The part that has the rows of a sheet. */
    String part(String sheet) {
        String part = parts.get(sheet);
        if (part == null) {
            throw new IllegalArgumentException(
                    "there is no sheet '" + sheet + "' in this workbook, only " + String.join(", ", sheets()));
        }
        return part;
    }

    Archive archive() {
        return archive;
    }

    @Override
    public void read(String sheet, RowHandler handler) {
        String part = part(sheet);
        if (strings == null) {
            strings = stringsPart == null ? List.of() : SharedStrings.read(archive, stringsPart);
        }
        if (styles == null) {
            styles = stylesPart == null ? Styles.none() : Styles.read(archive, stylesPart);
        }
        try {
            MergedCells merged = MergedCells.of(archive, part);
            XmlPart.read(archive, part, new SheetParser(strings, styles, isFrom1904, merged, handler));
        } catch (NumberFormatException | ArithmeticException e) {
            throw Archive.broken(e);
        }
    }

    @Override
    public void close() {
        archive.close();
    }
}
