package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a document whose last attempt fails, counted on the wire. */
class LastLookUpTest {
    private final AtomicInteger posts = new AtomicInteger();
    private final AtomicInteger gets = new AtomicInteger();
    /** The status of the n-th POST, and of the n-th GET; whether the n-th GET finds the document. */
    private volatile IntUnaryOperator posted = number -> 500;

    private volatile IntUnaryOperator got = number -> 200;
    private volatile IntPredicate isThere = number -> false;
    private volatile boolean isGarbled;
    private Javalin other;
    private OpenDesk open;

    @BeforeEach
    void start(@TempDir Path folder) {
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post("/invoices", context -> {
                        int status = posted.applyAsInt(posts.incrementAndGet());
                        context.status(status).result(status < 300 ? "{\"id\":7}" : "{}");
                    });
                    config.routes.get("/invoices", context -> {
                        int number = gets.incrementAndGet();
                        context.status(got.applyAsInt(number)).result(isGarbled ? "{}" : found(number));
                    });
                })
                .start("127.0.0.1", 0);
        open = OpenDesk.sqlite(folder, other.port());
    }

    private String found(int number) {
        return isThere.test(number) ? "{\"invoices\":[{\"id\":\"42\",\"number\":\"A-1\"}]}" : "{\"invoices\":[]}";
    }

    @AfterEach
    void stop() {
        open.close();
        other.stop();
    }

    private SheetRow row(Sheet sheet) {
        return open.sheetService().row(sheet.id(), 2);
    }

    private List<String> events(Sheet sheet) {
        return open.sendService().history(sheet.id(), 2).stream()
                .map(line -> line.event().word())
                .toList();
    }

    private int cancelledMeanwhile() {
        open.acts().run(here -> {
            String task = here.sql()
                    .first("SELECT task_id FROM oncemore_row_task", found -> found.getString(1))
                    .orElseThrow();
            boolean isCancelled = here.tasks().cancel(task, By.person("carol", "not now"));
            open.sendService().taskCancelled(here, task, "carol");
            return isCancelled;
        });
        return 503;
    }

    @Test
    void aRowWhoseTaskIsCancelledDuringAnAttemptWaitsForAPerson_andNotForTheTask() {
        posted = number -> cancelledMeanwhile();
        Sheet sheet = open.send("A-1");
        open.runNext();
        assertThat(posts).hasValue(1);
        assertThat(row(sheet).state()).isEqualTo(RowState.UNKNOWN);
        assertThat(row(sheet).reason()).isEqualTo(RowReason.TASK_CANCELLED);
        assertThat(open.sendService().queries().remaining(sheet).rows()).isZero();
    }

    /** Sends it six times, and makes the last look-up fail. */
    private Sheet unanswered() {
        got = number -> number < 6 ? 200 : 503;
        Sheet sheet = open.send("A-1");
        open.runOn(6);
        assertThat(row(sheet).state()).isEqualTo(RowState.UNKNOWN);
        assertThat(row(sheet).reason()).isEqualTo(RowReason.ASKING);
        assertThat(posts).hasValue(6);
        return sheet;
    }

    @Test
    void fiveRetries_aLastLookUp_andAnError() {
        Sheet sheet = open.send("A-1");
        assertThat(open.runOn(100)).isEqualTo(6);
        assertThat(row(sheet).state()).isEqualTo(RowState.ERROR);
        assertThat(row(sheet).reason()).isEqualTo(RowReason.GAVE_UP);
        assertThat(row(sheet).message()).isEqualTo("gave up after 6 attempts, nothing was created: HTTP 500");
        assertThat(posts).hasValue(6);
        assertThat(gets).as("before each retry, and after the last one").hasValue(6);
        assertThat(events(sheet))
                .containsExactly(
                        "row_retry", "row_retry", "row_retry", "row_retry", "row_retry", "row_processed_error");
        assertThat(open.sendService().history(sheet.id(), 2))
                .extracting(RowLogEntry::attempt)
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void restartsAreNoAttempts() {
        Sheet sheet = open.send("A-1");
        open.database().update("UPDATE oncemore_task SET attempts = 50");
        open.runOn(100);
        assertThat(row(sheet).message()).startsWith("gave up after 6 attempts");
        assertThat(posts).hasValue(6);
    }

    @Test
    void whatTheLastLookUpFindsIsCreated() {
        isThere = number -> posts.get() == 6;
        Sheet sheet = open.send("A-1");
        open.runOn(100);
        assertThat(row(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(row(sheet).documentId()).isEqualTo("42");
        assertThat(posts).hasValue(6);
    }

    @Test
    void whatMayStillBeAtWorkIsAskedForOnceMore_beforeItIsAnError() {
        posted = number -> 504;
        Sheet sheet = open.send("A-1");
        open.runOn(6);
        assertThat(row(sheet).reason())
                .as("a gateway's timeout ends no request")
                .isEqualTo(RowReason.ASKING);
        assertThat(row(sheet).message())
                .isEqualTo("no clear answer to the last attempt (HTTP 504); the desk keeps asking for it,"
                        + " for up to a day");
        assertThat(open.runOn(100)).isEqualTo(1);
        assertThat(row(sheet).state()).isEqualTo(RowState.ERROR);
        assertThat(row(sheet).reason()).isEqualTo(RowReason.NOT_THERE);
        assertThat(posts).as("it is not sent any more").hasValue(6);
    }

    @Test
    void whatIsFoundLaterIsCreated_alsoInAPausedSheet() {
        Sheet sheet = unanswered();
        assertThat(open.sendService().queries().remaining(sheet).rows())
                .as("nobody waits for it")
                .isZero();
        assertThat(open.sheetService().list().summary(sheet).needing())
                .as("nobody is asked yet")
                .isZero();
        open.database().update("UPDATE oncemore_sheet_sending SET paused_by = 'anna'");
        open.runNext();
        assertThat(row(sheet).reason()).isEqualTo(RowReason.ASKING);
        got = number -> 200;
        isThere = number -> true;
        assertThat(open.runOn(100)).isEqualTo(1);
        assertThat(row(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(row(sheet).documentId()).isEqualTo("42");
        assertThat(events(sheet)).endsWith("row_unknown", "row_asked", "row_processed_success");
        assertThat(posts).hasValue(6);
    }

    @Test
    void afterADayAPersonIsAsked() {
        Sheet sheet = unanswered();
        int before = gets.get();
        assertThat(open.runOn(100)).isEqualTo(29);
        assertThat(gets.get() - before).isEqualTo(29);
        assertThat(row(sheet).state()).isEqualTo(RowState.UNKNOWN);
        assertThat(row(sheet).reason()).isEqualTo(RowReason.NO_ANSWER);
        assertThat(row(sheet).message())
                .isEqualTo("asked for it 29 times in a day, and nobody knows whether it was created (HTTP 503);"
                        + " resend it, which asks for its number first");
        assertThat(open.sheetService().list().summary(sheet).needing()).isEqualTo(1);
        assertThat(posts).hasValue(6);
        posted = number -> 201;
        got = number -> 200;
        open.acts().run(open.sheetService().resend(sheet.id(), 2, "anna"));
        open.runOn(100);
        assertThat(row(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(posts).hasValue(7);
    }

    @Test
    void whatAPersonSendsAgainMeanwhileIsNotAskedForTwice() {
        Sheet sheet = unanswered();
        posted = number -> 201;
        got = number -> 200;
        open.acts().run(open.sheetService().resend(sheet.id(), 2, "anna"));
        assertThat(open.runOn(100)).as("the old task finds nothing to do").isEqualTo(2);
        assertThat(row(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(posts).hasValue(7);
    }

    @Test
    void whatIsOnlyAskedForIsNotSent_evenIfItsRecordSaysThatItDidNotHappen() {
        Sheet sheet = unanswered();
        open.database().update("UPDATE oncemore_record SET state = 'FAILED_RETRYABLE', expires_at = ?", Long.MAX_VALUE);
        got = number -> 200;
        isGarbled = true;
        open.runNext();
        assertThat(row(sheet).reason()).isEqualTo(RowReason.ASKING);
        isGarbled = false;
        open.runNext();
        assertThat(row(sheet).reason()).isEqualTo(RowReason.NOT_THERE);
        assertThat(posts).hasValue(6);
    }
}
