package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.desk.send.ResendResult;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.TestWorkbooks;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A correction, another worksheet or a resend brings in nothing that a person was not asked about. */
class CorrectionQuestionsTest {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";

    private OpenDesk desk;

    @BeforeEach
    void open(@TempDir Path folder) {
        desk = OpenDesk.sqlite(folder, 1);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private Sheet take(String lines) {
        return desk.take((HEADINGS + lines).getBytes(StandardCharsets.UTF_8), "file.csv");
    }

    private void correct(Sheet sheet, int row, Column column, String value) {
        desk.acts().run(desk.sheetService().correct(sheet.id(), row, Map.of(column, value), "anna"));
    }

    private void confirm(Sheet sheet) {
        desk.acts().run(desk.sheetService().confirm(sheet.id(), "anna"));
    }

    @Test
    void aTaxBelowOneHasToBeTypedClearly_beforeAndAfterItsSheetIsConfirmed() {
        Sheet sheet = take("A,2026-01-31,Foods,tea,1,1000,8\nB,2026-01-31,Foods,tea,1,1000,x\n");
        String unclear = ", tax_rate: '0.1', expected a tax with its sign: 10% or 0.1%";
        assertThatThrownBy(() -> correct(sheet, 2, Column.TAX_RATE, "0.1"))
                .isInstanceOf(Rejected.class)
                .hasMessage("row 2" + unclear);
        confirm(sheet);
        assertThatThrownBy(() -> correct(sheet, 3, Column.TAX_RATE, "0.1"))
                .isInstanceOf(Rejected.class)
                .hasMessage("row 3" + unclear);
        assertThat(desk.sheetService().row(sheet.id(), 3).cells()).containsEntry(Column.TAX_RATE, "x");
        correct(sheet, 3, Column.TAX_RATE, "10%");
        assertThat(desk.sheetService().isFine(sheet.id(), desk.sheetService().row(sheet.id(), 3)))
                .isTrue();
    }

    @Test
    void whatWasAskedAboutAndIsNotTypedAnew_doesNotStandInTheWay() {
        Sheet sheet = take("A,soon,Foods,tea,1,1000,0.1\n");
        correct(sheet, 2, Column.DATE, "2026-01-31");
        assertThatThrownBy(() -> confirm(sheet)).hasMessageContaining("(tax: percent or as-is)");
    }

    @Test
    void aNumberHasToBeTypedAsItIsSent_andMustNotLookLikeAnother() {
        Sheet sheet = take("1,2026-01-31,Foods,tea,1,1000,8\nB,2026-01-31,Foods,tea,1,1000,8\n");
        assertThatThrownBy(() -> correct(sheet, 3, Column.NUMBER, "Ａ－１"))
                .hasMessage("row 3, number: 'Ａ－１', expected 'A-1', as which it would be sent");
        assertThatThrownBy(() -> correct(sheet, 3, Column.NUMBER, "①"))
                .hasMessage("row 3, number: '①', expected another number: it looks like '1', another document");
        correct(sheet, 3, Column.NUMBER, "C");
        assertThat(desk.sheetService().row(sheet.id(), 3).document()).isEqualTo("C");
    }

    @Test
    void aTotalThatACorrectionMakesUnusualIsAskedAbout_andAnEarlierAnswerWasAboutAnother() {
        for (int i = 0; i < 5; i++) {
            confirm(take("U-" + i + ",2026-01-31,Foods,tea,1,1000,8\n"));
        }
        Sheet sheet = take("V,2026-01-31,Foods,tea,1,1000,8\n");
        correct(sheet, 2, Column.UNIT_PRICE, "5000");
        assertThatThrownBy(() -> confirm(sheet)).hasMessageContaining("The total is 5,000.00");
        Map<Question.Code, String> yes = Map.of(Question.Code.TOTAL, "yes");
        desk.sheetService().imports().answer(desk.sheetService().sheet(sheet.id()), yes, "anna");
        correct(sheet, 2, Column.UNIT_PRICE, "9000000");
        assertThatThrownBy(() -> confirm(sheet)).hasMessageContaining("The total is 9,000,000.00");
        correct(sheet, 2, Column.UNIT_PRICE, "1000");
        confirm(sheet);
    }

    @Nested
    class AfterTheConfirmation {
        private static final Map<Question.Code, String> YES = Map.of(Question.Code.TOTAL, "yes");

        private Sheet sheet;

        /** Five sheets of 1,000 each, and one of 1,000 with a second document that has an error. */
        @BeforeEach
        void confirmed() {
            for (int i = 0; i < 5; i++) {
                confirm(take("U-" + i + ",2026-01-31,Foods,tea,1,1000,8\n"));
            }
            sheet = take("V,2026-01-31,Foods,tea,1,1000,8\nW,2026-01-31,Foods,tea,1,x,8\n");
            confirm(sheet);
        }

        private Sheet now() {
            return desk.sheetService().sheet(sheet.id());
        }

        private void answer(Map<Question.Code, String> answers) {
            desk.sheetService().imports().answer(now(), answers, "anna");
        }

        private void resend(int row) {
            desk.acts().run(desk.sheetService().resend(sheet.id(), row, "anna"));
        }

        private RowState state(int row) {
            return desk.sheetService().row(sheet.id(), row).state();
        }

        @Test
        void aTotalThatACorrectionMakesUnusual_isAskedAboutBeforeItIsSent_howeverItIsSent() {
            correct(sheet, 3, Column.UNIT_PRICE, "9000");
            String question = "nothing was sent; answer first: The total is 10,000.00, but usually about 1,000.00 (the"
                    + " median of the last three months). Is that right? (total: yes)";
            assertThatThrownBy(() -> resend(3)).isInstanceOf(Rejected.class).hasMessage(question);
            assertThatThrownBy(() -> desk.acts()
                            .run(desk.sendService().resend(now(), row -> row.state() == RowState.ERROR, "anna")))
                    .isInstanceOf(Rejected.class)
                    .hasMessage(question);
            assertThat(state(3)).isEqualTo(RowState.ERROR);
            answer(YES);
            resend(3);
            assertThat(state(3)).isEqualTo(RowState.PENDING);
        }

        @Test
        void theMedianIsThatOfOtherSheets() {
            correct(sheet, 3, Column.UNIT_PRICE, "1999");
            resend(3);
            assertThat(state(3)).as("2,999 is less than three times 1,000").isEqualTo(RowState.PENDING);
        }

        @Test
        void aYesHoldsForATotalThatIsNearerToTheUsual_andForNoOther() {
            correct(sheet, 3, Column.UNIT_PRICE, "9000");
            answer(YES);
            correct(sheet, 3, Column.UNIT_PRICE, "8000");
            assertThat(desk.sheetService().imports().isAsking(now())).isFalse();
            correct(sheet, 3, Column.UNIT_PRICE, "8001");
            assertThatThrownBy(() -> resend(3)).hasMessageContaining("The total is 9,001.00");
            correct(sheet, 3, Column.UNIT_PRICE, "-950");
            assertThatThrownBy(() -> resend(3)).hasMessageContaining("The total is 50.00");
            answer(YES);
            correct(sheet, 3, Column.UNIT_PRICE, "-960");
            assertThatThrownBy(() -> resend(3)).hasMessageContaining("The total is 40.00");
            correct(sheet, 3, Column.UNIT_PRICE, "1000");
            resend(3);
        }

        @Test
        void aDocumentThatNobodyCorrectedDoesNotWaitForTheAnswer() {
            desk.database()
                    .update("UPDATE oncemore_sheet_row SET state = 'ERROR', reason = 'REFUSED' WHERE document = 'V'");
            correct(sheet, 3, Column.UNIT_PRICE, "9000");
            resend(2);
            assertThat(state(2)).isEqualTo(RowState.PENDING);
            assertThat(state(3)).isEqualTo(RowState.ERROR);
        }

        @Test
        void onlyWhatACorrectionRaisedCanBeAnswered() {
            assertThatThrownBy(() -> answer(YES))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("nobody asked for total; this sheet raises no questions");
            Sheet taxed = take("X,2026-01-31,Foods,tea,1,1000,0.1\nY,soon,Foods,tea,1,1000,8\n");
            desk.sheetService().imports().answer(taxed, Map.of(Question.Code.TAX, "percent"), "anna");
            confirm(taxed);
            assertThatThrownBy(() -> desk.sheetService()
                            .imports()
                            .answer(desk.sheetService().sheet(taxed.id()), Map.of(Question.Code.TAX, "as-is"), "anna"))
                    .as("what was sent was sent with 10 %")
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void anAnswerIsToTheQuestionThatWasSeen() {
            correct(sheet, 3, Column.UNIT_PRICE, "9000");
            List<Question> seen = desk.sheetService().imports().questions(sheet.id());
            correct(sheet, 3, Column.UNIT_PRICE, "9000000");
            assertThatThrownBy(() -> desk.sheetService().imports().answer(now(), seen, YES, "anna"))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("this sheet was changed at the same time; try again");
            assertThatThrownBy(() -> resend(3)).hasMessageContaining("The total is 9,001,000.00");
        }

        @Test
        void aTaxBelowOneAndANumberThatMayBeMisread_areToBeTypedClearly() {
            assertThatThrownBy(() -> correct(sheet, 3, Column.TAX_RATE, "0.1"))
                    .hasMessageContaining("expected a tax with its sign: 10% or 0.1%");
            assertThatThrownBy(() -> correct(sheet, 3, Column.NUMBER, "Ｗ１"))
                    .hasMessageContaining("expected 'W1', as which it would be sent");
            assertThatThrownBy(() -> correct(sheet, 3, Column.NUMBER, "Ⅴ"))
                    .hasMessageContaining("it looks like 'V', another document");
        }
    }

    @Nested
    class AnAnswer {
        private Sheet workbook() throws Exception {
            return desk.take(
                    TestWorkbooks.poi(book -> {
                        for (String name : List.of("first", "second")) {
                            TestWorkbooks.fill(
                                    book.createSheet(name),
                                    List.of(List.of("A", "2026-01-31", "Foods", "tea", 1, 100, 0.1)));
                        }
                    }),
                    "two.xlsx");
        }

        private Sheet readAgain(Sheet sheet, String option, String value) {
            ReadOptions options = ReadOptions.of(name -> name.equals(option) ? value : null);
            return desk.sheetService().imports().readAgain(desk.sheetService().sheet(sheet.id()), options, "anna");
        }

        @Test
        void doesNotHoldForAnotherWorksheet_evenIfTheQuestionLooksTheSame() throws Exception {
            Sheet sheet = workbook();
            desk.sheetService().imports().answer(sheet, Map.of(Question.Code.TAX, "percent"), "anna");
            Sheet other = readAgain(sheet, "sheet", "second");
            assertThat(other.reading().sheet()).isEqualTo("second");
            assertThat(other.reading().answers()).isEmpty();
            assertThatThrownBy(() -> confirm(sheet)).hasMessageContaining("(tax: percent or as-is)");
        }

        @Test
        void doesNotHoldForOtherRows() {
            Sheet sheet = take("A,2026-01-31,Foods,tea,1,100,8\nB,2026-01-31,Foods,tea,1,100,0.1\n");
            desk.sheetService().imports().answer(sheet, Map.of(Question.Code.TAX, "percent"), "anna");
            assertThat(readAgain(sheet, "tax_rate", "5").reading().answers())
                    .as("the column of quantities has no tax below 1")
                    .isEmpty();
        }

        @Test
        void holdsWhereTheQuestionIsTheSame_andWhereItIsGivenAnew() throws Exception {
            Sheet sheet = workbook();
            desk.sheetService().imports().answer(sheet, Map.of(Question.Code.TAX, "percent"), "anna");
            assertThat(readAgain(sheet, "dates", "day-first").reading().answers())
                    .containsEntry(Question.Code.TAX, "percent");
            ReadOptions anew = ReadOptions.of(name -> switch (name) {
                case "sheet" -> "second";
                case "answers" -> "tax=as-is";
                default -> null;
            });
            Sheet read =
                    desk.sheetService().imports().readAgain(desk.sheetService().sheet(sheet.id()), anew, "anna");
            assertThat(read.reading().answers()).containsEntry(Question.Code.TAX, "as-is");
        }
    }

    @Test
    void aDocumentOfWhichARowIsCorrectedMeanwhile_isNotSentInPart() {
        Sheet sheet = take("A,2026-01-31,Foods,tea,1,1000,8\nA,2026-01-31,Foods,rice,1,1000,8\n");
        confirm(sheet);
        desk.database().update("UPDATE oncemore_sheet_row SET state = 'ERROR', reason = 'REFUSED'");
        Act<ResendResult> resend = desk.sendService().resend(desk.sheetService().sheet(sheet.id()), any -> true, "ben");
        correct(sheet, 2, Column.DESCRIPTION, "coffee");
        assertThatThrownBy(() -> desk.acts().run(resend))
                .isInstanceOf(Rejected.class)
                .hasMessage("the document A has just been sent again or corrected; load the page again");
        assertThat(desk.sheetService().rows(sheet.id(), null, 0, 10))
                .extracting(SheetRow::state)
                .containsOnly(RowState.ERROR);
    }
}
