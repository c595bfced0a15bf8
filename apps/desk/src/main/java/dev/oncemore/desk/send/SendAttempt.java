package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Outgoing;
import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.SheetRows;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.task.TaskRun;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to send a document, or to ask for it. Its rows are read once, after the document is claimed: a withdrawal looks at
 * claims after it changed the rows, so one of the two sees the other.
 */
final class SendAttempt {
    private final SendRequest request;
    private final Sheet sheet;
    private final AccountingSystem system;
    private final String companyId;
    private final TaskRun task;
    private final SheetRows stored;
    private final DocumentName name;
    private SheetRows.@Nullable ToSend read;
    private @Nullable Document document;
    private @Nullable String content;
    private boolean isLocked;
    private boolean isLookedUp;
    private @Nullable ConnectorException failedLookUp;

    SendAttempt(
            SendRequest request,
            Sheet sheet,
            AccountingSystem system,
            String companyId,
            TaskRun task,
            SheetRows stored) {
        this.request = request;
        this.sheet = sheet;
        this.system = system;
        this.companyId = companyId;
        this.task = task;
        this.stored = stored;
        this.name = new DocumentName(sheet.company(), sheet.type(), request.document());
    }

    SendRequest request() {
        return request;
    }

    Sheet sheet() {
        return sheet;
    }

    AccountingSystem system() {
        return system;
    }

    TaskRun task() {
        return task;
    }

    DocumentName name() {
        return name;
    }

    /** Forgets the rows, since the document was not claimed when they were read. */
    void forgetRows() {
        read = null;
    }

    List<SheetRow> rows() {
        return read().rows();
    }

    /** How often the accounting system refused the document. */
    int refusals() {
        return read().refusals();
    }

    private SheetRows.ToSend read() {
        if (read == null) {
            try {
                read = stored.toSend(request.sheet(), request.document(), request.revision(), name.key());
            } catch (RecordLockedException e) {
                isLocked = true;
                throw e;
            }
        }
        return read;
    }

    /** Whether an act was changing the rows, so that nothing was sent or asked for; that is no attempt. */
    boolean isLocked() {
        return isLocked;
    }

    /** Whether the rows wait for the outcome; otherwise they were withdrawn, sent again, or have come to an end. */
    boolean isWanted() {
        return rows().stream()
                .findFirst()
                .filter(row -> row.state().isUnsettled())
                .isPresent();
    }

    /** Whether the document is not sent any more, only asked for. */
    boolean isAsking() {
        return areAsked(rows());
    }

    /** As above, of rows. */
    static boolean areAsked(List<SheetRow> rows) {
        return rows.stream()
                .findFirst()
                .filter(row -> row.state() == RowState.UNKNOWN && row.reason() == RowReason.ASKING)
                .isPresent();
    }

    /** The number of this attempt or question, from 1. Crashes and waits for another process do not count. */
    int number() {
        return number(rows());
    }

    /** As above, of rows. */
    static int number(List<SheetRow> rows) {
        return 1 + rows.stream().mapToInt(SheetRow::attempts).max().orElse(0);
    }

    boolean isLast() {
        return number() >= SendHandler.POLICY.maxAttempts();
    }

    boolean canFind() {
        return system.canFind(name.type().word());
    }

    /** The document in these rows. */
    Document document() {
        if (document == null) {
            document = sheet.document(rows());
        }
        return document;
    }

    /** The digest of the document's content. */
    String content() {
        if (content == null) {
            content = document().content();
        }
        return content;
    }

    /** Whether the accounting system was asked for the document in this attempt. */
    boolean isLookedUp() {
        return isLookedUp;
    }

    void lookedUp() {
        isLookedUp = true;
    }

    void lookUpFailed(ConnectorException why) {
        failedLookUp = why;
    }

    /** Why the look-up of this attempt failed. */
    Optional<ConnectorException> failedLookUp() {
        return Optional.ofNullable(failedLookUp);
    }

    /** As templates see it. */
    Outgoing outgoing() {
        Map<String, String> fields = new HashMap<>();
        fields.put("company", name.company());
        fields.put("companyId", companyId);
        fields.put("number", name.number());
        fields.put("date", document().date().toString());
        fields.put("partner", document().partner());
        fields.put("key", key());
        int earlier = Math.max(task.attempt(), number()) - 1;
        return new Outgoing(
                name.type().word(),
                fields,
                document().items().stream()
                        .map(item -> Map.of(
                                "description", item.description(),
                                "quantity", item.quantity().toPlainString(),
                                "unitPrice", item.unitPrice().toPlainString(),
                                "taxRate", Document.plain(item.taxRate())))
                        .toList(),
                earlier == 0 ? Outgoing.Repetition.NONE : new Outgoing.Repetition(earlier, task.enqueuedAt()));
    }

    /**
     * What the accounting system knows the document by. After a refusal it is another key, since a system that keeps answers
     * under keys would repeat the refusal. After an unknown outcome it is the same, so that the other side can tell that it
     * has it.
     */
    private String key() {
        // Escaped, since a number may have the sign, and must not be taken for a revision of another. No number has an
        // equals sign, so that no other number is written like this.
        String key = name.key().value().replace("~", "=7E") + (refusals() == 0 ? "" : "~" + refusals());
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
