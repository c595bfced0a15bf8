package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key of a document on the wire, with a system that keeps its answers under keys, refusals too. */
class KeyRevisionTest {
    private static final String FIRST = "comp1:invoice:A-1";

    private record Answer(int status, String body) {}

    private final Map<String, Answer> kept = new ConcurrentHashMap<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Map<String, String> created = new ConcurrentHashMap<>();
    private final AtomicInteger lockedOut = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private Javalin other;
    private OpenDesk open;

    @BeforeEach
    void start(@TempDir Path folder) {
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post("/invoices", this::create);
                    config.routes.get("/invoices", this::find);
                })
                .start("127.0.0.1", 0);
        open = OpenDesk.on(
                "sqlite:" + folder.resolve("s.db"), Map.of(), other.port(), "key: {header: Idempotency-Key}", null);
    }

    @AfterEach
    void stop() {
        open.close();
        other.stop();
    }

    /** It refuses partners whose name ends in a question mark. The same key gets the same answer, whatever is in the request. */
    private void create(Context context) {
        String key = Objects.requireNonNull(context.header("Idempotency-Key"));
        keys.add(key);
        if (lockedOut.get() > 0) {
            lockedOut.decrementAndGet();
            context.status(401);
            return;
        }
        String body = context.body();
        Answer answer = kept.computeIfAbsent(key, none -> {
            if (body.contains("?")) {
                return new Answer(400, "{}");
            }
            String id = Integer.toString(created.size() + 1);
            created.put(id, key);
            return new Answer(201, "{\"id\":" + id + "}");
        });
        if (lost.get() > 0) {
            lost.decrementAndGet();
            context.status(504);
            return;
        }
        context.status(answer.status()).result(answer.body());
    }

    /** As if nobody had been told yet what was created: only keys keep documents apart. */
    private void find(Context context) {
        context.result("{\"invoices\":[]}");
    }

    private SheetRow sent(Sheet sheet) {
        open.runOn(20);
        return open.sheetService().row(sheet.id(), 2);
    }

    @Test
    void aDocumentThatComesBackInTheMendedFile_isNotRefusedByItsOldKey() {
        assertThat(sent(open.send("A-1", "Foods?")).state()).isEqualTo(RowState.ERROR);
        SheetRow mended = sent(open.send("A-1", "Foods"));
        assertThat(mended.state()).isEqualTo(RowState.CREATED);
        assertThat(mended.revision()).as("it is new in its sheet").isZero();
        assertThat(keys).containsExactly(FIRST, FIRST + "~1");
        assertThat(created).hasSize(1);
    }

    @Test
    void aDocumentThatIsCorrectedInItsSheet_andRefusedAgain_getsEachTimeAnotherKey() {
        Sheet sheet = open.send("A-1", "Foods?");
        assertThat(sent(sheet).state()).isEqualTo(RowState.ERROR);
        for (String partner : List.of("Meals?", "Foods")) {
            open.acts().run(open.sheetService().correct(sheet.id(), 2, Map.of(Column.PARTNER, partner), "anna"));
            open.acts().run(open.sheetService().resend(sheet.id(), 2, "anna"));
            sent(sheet);
        }
        assertThat(open.sheetService().row(sheet.id(), 2).state()).isEqualTo(RowState.CREATED);
        assertThat(keys).containsExactly(FIRST, FIRST + "~1", FIRST + "~2");
        assertThat(created).hasSize(1);
    }

    @Test
    void aNumberIsNeverTakenForARevisionOfAnother() {
        assertThat(sent(open.send("A-1~1", "Foods")).state()).isEqualTo(RowState.CREATED);
        sent(open.send("A-1", "Foods?"));
        SheetRow mended = sent(open.send("A-1", "Foods"));
        assertThat(keys).containsExactly(FIRST + "=7E1", FIRST, FIRST + "~1");
        assertThat(mended.documentId()).isEqualTo("2");
        assertThat(created).hasSize(2);
    }

    @Test
    void noTwoNumbersHaveTheSameKey() {
        SheetRow first = sent(open.send("A-1~1", "Foods"));
        SheetRow second = sent(open.send("A-1%7E1", "Meals"));
        assertThat(List.of(first.documentId(), second.documentId())).containsExactly("1", "2");
        assertThat(created).hasSize(2);
    }

    @Test
    void anAnswerAboutTheClient_isNoneForTheKey() {
        lockedOut.set(1);
        Sheet sheet = open.send("A-1", "Foods");
        assertThat(sent(sheet).state()).isEqualTo(RowState.ERROR);
        open.acts().run(open.sheetService().resend(sheet.id(), 2, "anna"));
        assertThat(sent(sheet).state()).isEqualTo(RowState.CREATED);
        assertThat(keys).containsExactly(FIRST, FIRST);
    }

    @Test
    void afterALostAnswerTheKeyStays_alsoInAnotherSheet_andNothingIsCreatedTwice() {
        lost.set(2);
        Sheet first = open.send("A-1", "Foods");
        open.runNext();
        assertThat(open.sheetService().row(first.id(), 2).state()).isEqualTo(RowState.UNKNOWN);
        Sheet second = open.send("A-1", "Foods");
        sent(first);
        sent(second);
        assertThat(List.of(
                        open.sheetService().row(first.id(), 2).state(),
                        open.sheetService().row(second.id(), 2).state()))
                .containsExactlyInAnyOrder(RowState.CREATED, RowState.DUPLICATE);
        assertThat(keys).containsOnly(FIRST);
        assertThat(created).hasSize(1);
    }

    @Test
    void countsAreForgottenAYearAfterTheLastRefusal() {
        sent(open.send("A-1", "Foods?"));
        assertThat(open.sendService().forgetRefusals()).isZero();
        open.database().update("UPDATE oncemore_document_refusal SET at = 1");
        assertThat(open.sendService().forgetRefusals()).isEqualTo(1);
    }
}
