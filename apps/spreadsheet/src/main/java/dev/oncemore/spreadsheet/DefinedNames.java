package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of a workbook, of which two refer to a sheet's columns: its print area, and the area of its filter. */
final class DefinedNames {
    private static final int TEXT_MAX = 1 << 16;
    private static final String PRINT_AREA = "_xlnm.Print_Area";
    private static final String FILTER = "_xlnm._FilterDatabase";
    private static final Set<String> BETWEEN = Set.of("functionGroups", "externalReferences");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    private static final Pattern AREA =
            Pattern.compile("\\$([A-Z]{1,3})(?:\\$(\\d{1,7}))?:\\$([A-Z]{1,3})(?:\\$(\\d{1,7}))?");

    private final String sheet;
    private final String position;
    private final PatchPlan plan;
    private boolean hasFilter;

    /**
     * The names.
     *
     * @param sheet the name of the sheet
     * @param position its position among the sheets
     */
    DefinedNames(String sheet, int position, PatchPlan plan) {
        this.sheet = sheet;
        this.position = Integer.toString(position);
        this.plan = plan;
        this.hasFilter = plan.filter() == null;
    }

    /** Copies the workbook's part. */
    void patch(TagScanner tags) throws IOException {
        boolean isBehindSheets = false;
        while (tags.next()) {
            boolean isChild = tags.depth() == 1 && tags.isStart();
            boolean isEnd = tags.depth() == 0 && tags.isEnd();
            if (isChild && tags.is("definedNames", false) && !tags.isClosed()) {
                copy(tags);
            } else {
                if (isEnd || (isBehindSheets && isChild && !BETWEEN.contains(tags.name()))) {
                    String p = tags.prefix();
                    tags.write(hasFilter ? "" : "<" + p + "definedNames>" + filter(p) + "</" + p + "definedNames>");
                }
                if (!isChild || !tags.is("definedNames", false)) {
                    tags.copy();
                }
            }
            isBehindSheets |= isChild && tags.is("sheets", false);
        }
    }

    private void copy(TagScanner tags) throws IOException {
        int depth = tags.depth();
        tags.copy();
        while (tags.next() && (tags.isStart() || tags.depth() > depth)) {
            if (isOurs(tags, PRINT_AREA)) {
                replace(tags, this::printArea);
            } else if (isOurs(tags, FILTER) && plan.filter() != null) {
                hasFilter = true;
                replace(tags, old -> filterArea());
            } else {
                tags.copy();
            }
        }
        tags.write(hasFilter ? "" : filter(tags.prefix()));
        tags.copy();
    }

    private boolean isOurs(TagScanner tags, String name) {
        return tags.is("definedName", false)
                && !tags.isClosed()
                && name.equalsIgnoreCase(tags.attribute("name"))
                && position.equals(tags.attribute("localSheetId"));
    }

    private static void replace(TagScanner tags, UnaryOperator<String> change) throws IOException {
        tags.copy();
        tags.write(change.apply(tags.takeText(TEXT_MAX)));
    }

    private String filter(String prefix) {
        hasFilter = true;
        return "<" + prefix + "definedName name=\"" + FILTER + "\" localSheetId=\"" + position + "\" hidden=\"1\">"
                + filterArea() + "</" + prefix + "definedName>";
    }

    private String filterArea() {
        Area area = plan.filter();
        return area == null ? "" : "'" + Escapes.written(sheet.replace("'", "''")) + "'!" + area.absoluteRef();
    }

    /** The rightmost areas of the rows with the added columns; a print area that is calculated stays as it is. */
    private String printArea(String refs) {
        if (QUOTED.matcher(refs).replaceAll("").indexOf('(') >= 0) {
            return refs;
        }
        int right = AREA.matcher(refs)
                .results()
                .filter(area -> hasRows(area.group(2), area.group(4)))
                .mapToInt(area -> Places.column(area.group(3)))
                .max()
                .orElse(Places.COLUMNS_MAX);
        return AREA.matcher(refs).replaceAll(area -> {
            boolean isIt = hasRows(area.group(2), area.group(4)) && Places.column(area.group(3)) == right;
            String last = Places.letters(Math.max(right, plan.lastColumn()));
            return Matcher.quoteReplacement(
                    isIt ? "$" + area.group(1) + row(area.group(2)) + ":$" + last + row(area.group(4)) : area.group());
        });
    }

    private static String row(@Nullable String number) {
        return number == null ? "" : "$" + number;
    }

    /** Whether an area has some of the rows with added cells; one without numbers has all. */
    private boolean hasRows(@Nullable String first, @Nullable String last) {
        return (first == null || Integer.parseInt(first) <= plan.lastRow())
                && (last == null || Integer.parseInt(last) >= plan.headingsRow());
    }
}
