package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.billing.BillingPlace;
import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.operations.Rejected;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.WallClock;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two people at the same sheet, on databases where transactions run side by side. The first is stopped in the middle of a transaction,
 * until the second has come to a statement of its own.
 */
class PeopleAtOnceTest {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";
    private static final String HOLDS = "UPDATE oncemore_sheet SET confirmed_at";
    private static final String ENQUEUES = "INSERT INTO oncemore_row_task";
    private static final String CHANGES = "UPDATE oncemore_sheet_row SET document = ?";
    private static final String ANSWERS = "UPDATE oncemore_sheet_content SET reading = ?";
    private static final String SENDS_AGAIN = "UPDATE oncemore_sheet_row SET message = ''";
    private static final String COUNTS = "UPDATE oncemore_sheet_content SET documents = ?";

    static Stream<DatabaseServer> servers() {
        return MariaDbServer.runsHere()
                ? Stream.of(PostgresServer.shared(), MariaDbServer.shared())
                : Stream.of(PostgresServer.shared());
    }

    private interface Scene {
        void play(OpenDesk desk, Meeting meeting) throws Exception;
    }

    private static void on(DatabaseServer server, Scene scene) throws Exception {
        Meeting meeting = new Meeting();
        try (FreshDatabase database = server.freshDatabase();
                OpenDesk desk = OpenDesk.on(
                        database.url(),
                        Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                        1,
                        "",
                        source -> TappedConnections.of(source, meeting::statement))) {
            scene.play(desk, meeting);
        }
    }

    private static Sheet take(OpenDesk desk, String lines) {
        return desk.take((HEADINGS + lines).getBytes(StandardCharsets.UTF_8), "file.csv");
    }

    private static Object confirm(OpenDesk desk, Sheet sheet) {
        return desk.acts().run(desk.sheetService().confirm(sheet.id(), "anna"));
    }

    private static Object correct(OpenDesk desk, Sheet sheet, Column column, String value) {
        return desk.acts().run(desk.sheetService().correct(sheet.id(), 2, Map.of(column, value), "ben"));
    }

    private static List<String> enqueued(OpenDesk desk) {
        return desk.database().query("SELECT document FROM oncemore_row_task", row -> row.getString(1));
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoCorrectsWhileAnotherConfirms_isToldThatItIsTooLate(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            Sheet sheet = take(desk, "A,2026-01-31,Foods,tea,1,1000,8\n");
            List<Object> ends = meeting.of(
                    ENQUEUES, () -> confirm(desk, sheet), HOLDS, () -> correct(desk, sheet, Column.NUMBER, "B"));
            assertThat(ends.get(0)).isEqualTo(true);
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(enqueued(desk)).containsExactly("A");
            assertThat(desk.sheetService().row(sheet.id(), 2).document()).isEqualTo("A");
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoConfirmsWhileAnotherCorrects_sendsTheCorrection(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            Sheet sheet = take(desk, "A,2026-01-31,Foods,tea,1,1000,8\n");
            List<Object> ends = meeting.of(
                    CHANGES, () -> correct(desk, sheet, Column.NUMBER, "B"), HOLDS, () -> confirm(desk, sheet));
            assertThat(ends.get(0)).isInstanceOf(SheetRow.class);
            assertThat(ends.get(1)).isEqualTo(true);
            assertThat(enqueued(desk)).containsExactly("B");
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoConfirmsWhileAnotherMakesADocumentWrong_doesNotSendIt(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            Sheet sheet = take(desk, "A,2026-01-31,Foods,tea,1,1000,8\nA,2026-01-31,Foods,rice,1,1000,8\n");
            meeting.of(CHANGES, () -> correct(desk, sheet, Column.QUANTITY, "x"), HOLDS, () -> confirm(desk, sheet));
            assertThat(enqueued(desk)).as("it is sent whole or not at all").isEmpty();
            assertThat(desk.sheetService().rows(sheet.id(), null, 0, 10))
                    .extracting(SheetRow::state)
                    .containsOnly(RowState.ERROR);
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoAnswersWhileAnotherConfirms_changesNothing_andWhoConfirmsSeesTheAnswer(DatabaseServer server)
            throws Exception {
        on(server, (desk, meeting) -> {
            Sheet sheet = take(desk, "A,2026-01-31,Foods,tea,1,1000,0.1\n");
            List<Object> first = meeting.of(
                    ANSWERS,
                    () -> desk.sheetService().imports().answer(sheet, Map.of(Question.Code.TAX, "percent"), "ben"),
                    HOLDS,
                    () -> confirm(desk, sheet));
            assertThat(first.get(1)).as("it waited for the answer").isEqualTo(true);
            assertThat(desk.sheetService().sheet(sheet.id()).reading().answers())
                    .containsEntry(Question.Code.TAX, "percent");
        });
        on(server, (desk, meeting) -> {
            Sheet taken = take(desk, "A,2026-01-31,Foods,tea,1,1000,0.1\n");
            desk.sheetService().imports().answer(taken, Map.of(Question.Code.TAX, "percent"), "ben");
            Sheet sheet = desk.sheetService().sheet(taken.id());
            List<Object> ends = meeting.of(
                    ENQUEUES,
                    () -> confirm(desk, sheet),
                    HOLDS,
                    () -> desk.sheetService().imports().answer(sheet, Map.of(Question.Code.TAX, "as-is"), "ben"));
            assertThat(ends.get(0)).isEqualTo(true);
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(desk.sheetService().sheet(sheet.id()).reading().answers())
                    .as("what is sent is what was confirmed")
                    .containsEntry(Question.Code.TAX, "percent");
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoSendsAgainWhileAnotherCorrects_sendsTheWholeDocumentOrNothing(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            Sheet sheet = refused(desk);
            List<Object> ends = meeting.of(
                    COUNTS,
                    () -> correct(desk, sheet, Column.DESCRIPTION, "coffee"),
                    SENDS_AGAIN,
                    () -> desk.acts().run(desk.sendService().resend(sheet, any -> true, "anna")));
            assertThat(ends.get(0)).isInstanceOf(SheetRow.class);
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(states(desk, sheet)).containsOnly(RowState.ERROR);
        });
        on(server, (desk, meeting) -> {
            Sheet sheet = refused(desk);
            List<Object> ends = meeting.of(
                    ENQUEUES,
                    () -> desk.acts().run(desk.sendService().resend(sheet, any -> true, "anna")),
                    CHANGES,
                    () -> correct(desk, sheet, Column.DESCRIPTION, "coffee"));
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(states(desk, sheet)).containsOnly(RowState.PENDING);
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoAnswersWhileAnotherCorrects_doesNotAnswerWhatNobodySaw(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            for (int i = 0; i < 5; i++) {
                confirm(desk, take(desk, "U-" + i + ",2026-01-31,Foods,tea,1,1000,8\n"));
            }
            Sheet sheet = refused(desk);
            correct(desk, sheet, Column.UNIT_PRICE, "9000");
            List<Object> ends = meeting.of(
                    COUNTS,
                    () -> correct(desk, sheet, Column.UNIT_PRICE, "9000000"),
                    HOLDS,
                    () -> desk.sheetService()
                            .imports()
                            .answer(desk.sheetService().sheet(sheet.id()), Map.of(Question.Code.TOTAL, "yes"), "anna"));
            assertThat(ends.get(0)).isInstanceOf(SheetRow.class);
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(desk.sheetService()
                            .imports()
                            .isAsking(desk.sheetService().sheet(sheet.id())))
                    .isTrue();
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoUploadsWhileAnotherRemovesTheCompany_makesItAnew(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            CompanyService companies = new CompanyService(desk.sendService());
            desk.takeFor("comp2");
            List<Object> ends = meeting.of(
                    "DELETE FROM oncemore_sheet_heading",
                    () -> desk.acts().run(companies.remove("comp2", "anna")),
                    "SHARE",
                    () -> desk.takeFor("comp2"));
            assertThat(ends.get(0)).isEqualTo(true);
            assertThat(ends.get(1)).isInstanceOf(Sheet.class);
            assertThat(desk.sendService().companies().names()).contains("comp2");
            assertThat(companies(desk)).containsExactly("comp2");
        });
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoRemovesACompanyWhileAnotherUsesIt_seesThatItIsUsed(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            BillingService billing = billing(desk);
            desk.takeFor("comp2");
            List<Object> ends = meeting.of(
                    "INSERT INTO oncemore_audit",
                    () -> desk.acts().run(billing.put(plan("comp2", "Rent"), Companies.IfNew.REFUSE, "ben")),
                    "DELETE FROM oncemore_company",
                    () -> desk.acts().run(new CompanyService(desk.sendService()).remove("comp2", "anna")));
            assertThat(ends.get(0)).isEqualTo(true);
            assertThat(ends.get(1)).isInstanceOf(Rejected.class);
            assertThat(desk.sendService().companies().names()).contains("comp2");
            assertThat(companies(desk)).containsExactly("comp2");
        });
    }

    private static List<String> companies(OpenDesk desk) {
        return desk.database().query("SELECT company FROM oncemore_sheet", row -> row.getString(1));
    }

    private static Sheet refused(OpenDesk desk) {
        Sheet sheet = take(desk, "A,2026-01-31,Foods,tea,1,1000,8\nA,2026-01-31,Foods,rice,1,1000,8\n");
        confirm(desk, sheet);
        desk.database()
                .update("UPDATE oncemore_sheet_row SET state = 'ERROR', reason = 'REFUSED' WHERE document = 'A'");
        return desk.sheetService().sheet(sheet.id());
    }

    private static List<RowState> states(OpenDesk desk, Sheet sheet) {
        return desk.sheetService().rows(sheet.id(), null, 0, 10).stream()
                .map(SheetRow::state)
                .toList();
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void twoFirstPlansOfACustomer_areOnePlan(DatabaseServer server) throws Exception {
        on(server, (desk, meeting) -> {
            BillingService billing = billing(desk);
            List<Object> ends = meeting.of(
                    "INSERT INTO oncemore_audit",
                    () -> desk.acts().run(billing.put(plan("comp1", "Rent"), Companies.IfNew.ADD, "anna")),
                    "oncemore_billing_plan (type",
                    () -> desk.acts().run(billing.put(plan("comp1", "Rent and heat"), Companies.IfNew.ADD, "ben")));
            assertThat(ends).containsExactly(true, true);
            assertThat(billing.plans(BillingPlace.START, 10))
                    .extracting(BillingPlan::description)
                    .containsExactly("Rent and heat");
        });
    }

    private static BillingService billing(OpenDesk desk) {
        return new BillingService(
                desk.backend(), desk.sendService(), desk.acts(), Ids.timeOrdered(WallClock.system(), Chance.system()));
    }

    private static BillingPlan plan(String company, String description) {
        return new BillingPlan(
                company,
                "c-1",
                DocumentType.INVOICE,
                "Foods",
                description,
                BigDecimal.ONE,
                BigDecimal.TEN,
                BigDecimal.TEN);
    }
}
