package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Withdrawn documents are not sent, and "nothing was created" is said only where it is known. */
class WithdrawalTest {
    private static final Key KEY = new DocumentName("comp1", DocumentType.INVOICE, "A-1").key();

    private final AtomicInteger created = new AtomicInteger();
    private Javalin other;
    private OpenDesk open;

    @BeforeEach
    void start(@TempDir Path folder) {
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post(
                            "/invoices",
                            context -> context.status(201).result("{\"id\":" + created.incrementAndGet() + "}"));
                    config.routes.get("/invoices", context -> context.result("{\"invoices\":[]}"));
                })
                .start("127.0.0.1", 0);
        open = OpenDesk.sqlite(folder, other.port());
    }

    @AfterEach
    void stop() {
        open.close();
        other.stop();
    }

    private void claimed() {
        open.backend()
                .records()
                .insertOrRead(List.of(new NewClaim(
                        KEY,
                        Payload.none().fingerprint(Fingerprinter.plain(), "document:invoice"),
                        "t",
                        "ben",
                        Duration.ofMinutes(5))));
    }

    private SheetRow row(Sheet sheet) {
        return open.sheetService().row(sheet.id(), 2);
    }

    /** It is asked for, and once the answer is there a person can send it. */
    private void isAskedForAndNotSent(Sheet sheet) {
        SheetRow row = row(sheet);
        assertThat(row.state()).isEqualTo(RowState.UNKNOWN);
        assertThat(row.reason()).isEqualTo(RowReason.ASKING);
        assertThat(row.message())
                .isEqualTo("withdrawn by carol; nobody knows whether it was created;"
                        + " the desk keeps asking for it, for up to a day");
        assertThat(open.sendService().queries().remaining(sheet).rows()).isZero();
        open.tasks().manualWorker().runAll();
        assertThat(created).as("it was withdrawn").hasValue(0);
        assertThat(row(sheet).state()).isEqualTo(RowState.ERROR);
        assertThat(row(sheet).message())
                .isEqualTo("the accounting system was asked again and does not have it; nothing was created");
        open.acts().run(open.sendService().resend(sheet, any -> true, "carol"));
        assertThat(row(sheet).state()).isEqualTo(RowState.PENDING);
    }

    @Test
    void whatWaitsIsWithdrawn() {
        Sheet sheet = open.send("A-1");
        assertThat(open.acts().run(open.sendService().cancel(sheet, "carol"))).isEqualTo(1);
        open.tasks().manualWorker().runAll();
        assertThat(created).hasValue(0);
        assertThat(row(sheet).message()).isEqualTo("withdrawn by carol before it was sent; nothing was created");
    }

    @Test
    void whatSomebodyIsSendingIsNotWithdrawn() {
        Sheet sheet = open.send("A-1");
        claimed();
        assertThat(open.acts().run(open.sendService().cancel(sheet, "carol"))).isZero();
        assertThat(row(sheet).state()).isEqualTo(RowState.SENDING);
        assertThat(row(sheet).revision()).isEqualTo(1);
        assertThat(open.database().query("SELECT task_id FROM oncemore_row_task", task -> task.getString(1)))
                .as("another task tells how it ends")
                .hasSize(2);
    }

    @Test
    void whatAnEarlierAttemptLeftUnknownIsNotSentAnyMore_andStaysUnknown() throws Exception {
        Outcome<String> earlier = Once.on(open.backend().records())
                .operation("document:invoice", Codec.text())
                .build()
                .key(KEY)
                .run(Payload.none(), claim -> {
                    throw new IOException("cut off");
                });
        assertThat(earlier).isInstanceOf(Outcome.Unknown.class);
        Sheet sheet = open.send("A-1");
        assertThat(open.acts().run(open.sendService().cancel(sheet, "carol"))).isZero();
        isAskedForAndNotSent(sheet);
    }

    @Test
    void aRowWhoseSenderDiedIsUnknownAsWell() {
        Sheet sheet = open.send("A-1");
        claimed();
        open.database().update("UPDATE oncemore_record SET lease_until = 1");
        assertThat(open.acts().run(open.sendService().cancel(sheet, "carol"))).isZero();
        isAskedForAndNotSent(sheet);
    }

    @Test
    void whatWasCreatedIsNotWithdrawn_thoughItsSenderDiedBeforeTheRowsSaidSo() {
        Sheet sheet = open.send("A-1");
        open.tasks().manualWorker().runAll();
        open.database().update("UPDATE oncemore_sheet_row SET state = 'PENDING', document_id = ''");
        assertThat(open.acts().run(open.sendService().cancel(sheet, "carol"))).isZero();
        open.tasks().manualWorker().runAll();
        assertThat(row(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(row(sheet).documentId()).isEqualTo("1");
        assertThat(created).hasValue(1);
    }

    @Test
    void aDeathDuringAWithdrawalLeavesNoFalseSentence() {
        Sheet sheet = open.send("A-1");
        claimed();
        open.database()
                .update(
                        "UPDATE oncemore_sheet_row SET state = 'ERROR', reason = 'WITHDRAWN', message = ?",
                        "withdrawn by carol before it was sent; nothing was created");
        open.database().update("UPDATE oncemore_task SET attempts = 1");
        open.tasks().manualWorker().runAll();
        assertThat(row(sheet).state()).isEqualTo(RowState.UNKNOWN);
        assertThat(row(sheet).message())
                .isEqualTo("it was withdrawn after an attempt to send it; nobody knows whether it was created;"
                        + " the desk keeps asking for it, for up to a day");
        assertThat(created).hasValue(0);
    }
}
