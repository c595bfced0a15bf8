package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.Outgoing;
import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.task.TaskRun;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An attempt to send a document.
 *
 * @param request the request
 * @param sheet its sheet
 * @param rows its rows
 * @param document the document in these rows
 * @param system the accounting system
 * @param companyId that system's id of the company
 * @param task the run of the task
 */
record SendAttempt(
        SendRequest request,
        Sheet sheet,
        List<SheetRow> rows,
        Document document,
        AccountingSystem system,
        String companyId,
        TaskRun task) {

    /** As templates see it. */
    Outgoing outgoing() {
        DocumentName name = document.name();
        Map<String, String> fields = new HashMap<>();
        fields.put("company", name.company());
        fields.put("companyId", companyId);
        fields.put("number", name.number());
        fields.put("date", document.date().toString());
        fields.put("partner", document.partner());
        fields.put("key", key());
        return new Outgoing(
                name.type().word(),
                fields,
                document.items().stream()
                        .map(item -> Map.of(
                                "description", item.description(),
                                "quantity", item.quantity().toPlainString(),
                                "unitPrice", item.unitPrice().toPlainString(),
                                "taxRate", Document.plain(item.taxRate())))
                        .toList(),
                task.attempt() == 1
                        ? Outgoing.Repetition.NONE
                        : new Outgoing.Repetition(task.attempt() - 1, task.enqueuedAt()));
    }

    /**
     * What the accounting system knows this attempt by. A document that was refused and is sent again needs another key, since
     * a system that keeps answers under keys would repeat the refusal. After an unknown outcome it is the same, so that the
     * other side can tell that it has it.
     */
    String key() {
        int refusals = rows.stream().mapToInt(SheetRow::keyRevision).max().orElse(0);
        String key = document.name().key().value() + (refusals == 0 ? "" : "~" + refusals);
        int most = system.keyLengthMax();
        return most == 0 || key.length() <= most ? key : hashed(key).substring(0, Math.min(most, 64));
    }

    private static String hashed(String key) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
