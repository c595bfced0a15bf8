package dev.oncemore.server.desk;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the checks say of a sheet's rows. A document is sent as a whole, so what is wrong with a line holds up its others. */
final class Judgement {
    private final Sheet sheet;
    private final List<SheetRow> rows;
    private final Map<Integer, List<Problem>> problems;
    private final Map<String, Integer> wrongDocuments = new HashMap<>();

    private Judgement(Sheet sheet, List<SheetRow> rows) {
        this.sheet = sheet;
        this.rows = rows;
        this.problems = Checks.of(rows.stream().map(SheetRow::line).toList(), sheet.delimiter());
        for (SheetRow row : rows) {
            if (problems.containsKey(row.row()) && !row.document().isEmpty()) {
                wrongDocuments.putIfAbsent(row.document(), row.row());
            }
        }
    }

    static Judgement of(Sheet sheet, List<SheetRow> rows) {
        return new Judgement(sheet, rows);
    }

    /** Why a row cannot be sent; empty when it can. */
    Optional<String> of(SheetRow row) {
        List<Problem> own = problems.get(row.row());
        if (own != null) {
            return Optional.of(own.stream().map(Problem::sentence).collect(Collectors.joining("\n")));
        }
        return Optional.ofNullable(wrongDocuments.get(row.document()))
                .map(other -> "row " + other + " of the same document is wrong");
    }

    List<SheetRow> asNew(List<SheetRow> unjudged) {
        return unjudged.stream()
                .map(row ->
                        of(row).map(wrong -> row.with(RowState.ERROR, wrong)).orElse(row))
                .toList();
    }

    /** What can be sent, in a few words. */
    String total() {
        List<SheetRow> fine = rows.stream().filter(row -> of(row).isEmpty()).toList();
        BigDecimal sum = fine.stream()
                .map(SheetRow::line)
                .map(line -> Cells.decimal(line.cell(Column.QUANTITY), sheet.delimiter())
                        .orElseThrow()
                        .multiply(Cells.decimal(line.cell(Column.UNIT_PRICE), sheet.delimiter())
                                .orElseThrow()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        long count = fine.stream().map(SheetRow::document).distinct().count();
        String noun = sheet.type() == DocumentType.INVOICE ? "invoice" : "delivery slip";
        return String.format(Locale.ROOT, "%,d %s%s, %,.2f without tax", count, noun, count == 1 ? "" : "s", sum)
                .replace(".00 without", " without");
    }
}
