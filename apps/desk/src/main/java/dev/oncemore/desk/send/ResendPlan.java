package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.CheckResult;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.SheetRows;
import dev.oncemore.desk.sheet.TypedRow;
import dev.oncemore.spreadsheet.Checkpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which documents of a sheet are sent again. Of a row it keeps only what is needed to check it, and nothing when that is done: a sheet
 * has up to 100,000.
 */
final class ResendPlan {
    private static final int PAGE = 1_000;
    /** A response with a reason for each of 100,000 rows helps nobody. */
    private static final int TOLD_MAX = 1_000;

    private final Map<String, SendRequest> requests = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Integer, ResendResult.Skipped> skipped = new TreeMap<>();
    private int skippedRows;
    private boolean isCorrected;

    private ResendPlan() {}

    /**
     * A row that is chosen.
     *
     * @param there why it is not sent again; empty if its document was not created yet
     */
    private record Chosen(int row, TypedRow line, String document, String there) {}

    /** The rows of a document, summed up. */
    private record Facts(int revision, int rows, boolean isCorrected) {
        Facts and(Facts other) {
            return new Facts(Math.max(revision, other.revision), rows + other.rows, isCorrected || other.isCorrected);
        }
    }

    /** Reads the rows in pages. Later changes are recognized by their revision. */
    static ResendPlan of(Sheet sheet, SheetRows rows, Predicate<SheetRow> isChosen, String who, Checkpoint checkpoint) {
        List<TypedRow> lines = new ArrayList<>();
        List<Chosen> chosen = new ArrayList<>();
        Map<String, Facts> facts = new HashMap<>();
        List<SheetRow> page = rows.page(sheet.id(), null, 0, PAGE);
        while (!page.isEmpty()) {
            checkpoint.pass();
            for (SheetRow row : page) {
                TypedRow line = row.line();
                lines.add(line);
                facts.merge(
                        row.document(), new Facts(row.revision(), 1, row.reason() == RowReason.CORRECTED), Facts::and);
                if (isChosen.test(row)) {
                    chosen.add(new Chosen(row.row(), line, row.document(), there(row)));
                }
            }
            page = rows.page(sheet.id(), null, page.get(page.size() - 1).row(), PAGE);
        }
        ResendPlan plan = new ResendPlan();
        CheckResult checked = CheckResult.of(sheet.reading(), lines);
        chosen.forEach(row -> plan.add(sheet, row, checked, facts, who));
        return plan;
    }

    private static String there(SheetRow row) {
        return row.state().isThere() ? "it is " + row.state().word() + " already, as " + row.documentId() : "";
    }

    private void add(Sheet sheet, Chosen row, CheckResult checked, Map<String, Facts> facts, String who) {
        boolean isThere = !row.there().isEmpty();
        String wrong = isThere ? row.there() : checked.of(row.line()).orElse("");
        if (!wrong.isEmpty()) {
            skippedRows++;
            if (skipped.size() < TOLD_MAX) {
                skipped.put(row.row(), new ResendResult.Skipped(isThere, wrong));
            }
        } else if (!requests.containsKey(row.document())) {
            Facts document = facts.getOrDefault(row.document(), new Facts(0, 0, false));
            requests.put(row.document(), new SendRequest(sheet.id(), row.document(), document.revision() + 1, who));
            counts.put(row.document(), document.rows());
            isCorrected = isCorrected || document.isCorrected();
        }
    }

    List<SendRequest> requests() {
        return List.copyOf(requests.values());
    }

    /** How many rows a document has. */
    int rowsOf(String document) {
        return counts.getOrDefault(document, 0);
    }

    /** Whether a row of these documents was corrected since it was sent. */
    boolean isCorrected() {
        return isCorrected;
    }

    ResendResult result() {
        int rows = counts.values().stream().mapToInt(Integer::intValue).sum();
        return new ResendResult(rows, requests.size(), skippedRows, skipped);
    }
}
