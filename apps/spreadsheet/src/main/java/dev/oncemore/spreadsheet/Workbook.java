package dev.oncemore.spreadsheet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A workbook (XLSX), read as a stream: only the shared texts of a large workbook are in memory. */
final class Workbook implements Spreadsheet {
    private static final int SHEETS_MAX = 500;
    private static final int RELATIONS_MAX = 5_000;
    private static final int RELATED_MAX = 200;
    private static final int NAME_MAX = 255;

    private final Archive archive;
    private final Map<String, String> parts = new LinkedHashMap<>();
    private final Map<String, String> targets = new HashMap<>();
    private final Map<String, Integer> positions = new HashMap<>();
    private String mainPart = "";
    private int sheets;
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
        mainPart = main;
        Map<String, String> kinds = relations(relationsOf(main), folder(main));
        stringsPart = kinds.get("sharedStrings");
        stylesPart = kinds.get("styles");
        XmlPart.read(archive, main, this::sheet);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("the workbook has no sheet");
        }
    }

    private static String folder(String part) {
        return part.substring(0, part.lastIndexOf('/') + 1);
    }

    private static String relationsOf(String part) {
        String folder = folder(part);
        return folder + "_rels/" + part.substring(folder.length()) + ".rels";
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
                String path = path(folder, target);
                kinds.putIfAbsent(kind(type), path);
                if (type.endsWith("/worksheet")) {
                    targets.put(id, path);
                }
            }
            return true;
        });
        return kinds;
    }

    private static String path(String folder, String target) {
        if (target.startsWith("/")) {
            return target.substring(1);
        }
        Deque<String> names = new ArrayDeque<>();
        for (String name : (folder + target).split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.equals(".") && !name.isEmpty()) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }

    /** The parts of a kind that another part refers to. */
    List<String> related(String part, String kind) {
        List<String> paths = new ArrayList<>();
        if (!archive.has(relationsOf(part))) {
            return paths;
        }
        XmlPart.read(archive, relationsOf(part), (name, reader) -> {
            String target = reader.attribute("Target");
            String type = reader.attribute("Type");
            if (name.equals("Relationship")
                    && target != null
                    && type != null
                    && kind(type).equals(kind)) {
                requireShort("the path of a part", target);
                String path = path(folder(part), target);
                if (archive.has(path) && !paths.contains(path)) {
                    paths.add(path);
                }
            }
            return paths.size() < RELATED_MAX;
        });
        return paths;
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
            int position = sheets++;
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
                positions.put(name, position);
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

    /** The part that lists the sheets. */
    String mainPart() {
        return mainPart;
    }

    @Nullable
    String stylesPart() {
        return stylesPart;
    }

    boolean isFrom1904() {
        return isFrom1904;
    }

    /** Where a sheet stands among all of them, as names refer to it. */
    int position(String sheet) {
        return positions.getOrDefault(sheet, 0);
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
