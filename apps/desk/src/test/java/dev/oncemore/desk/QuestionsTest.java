package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Preview;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.Question.Code;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.TestWorkbooks;
import dev.oncemore.desk.sheet.Upload;
import dev.oncemore.operations.Rejected;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may not be meant is asked before anything is sent, and the answer decides what is sent. */
class QuestionsTest {
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

    private List<Question> questions(Sheet sheet) {
        return desk.sheetService().imports().questions(sheet.id());
    }

    private Sheet answered(Sheet sheet, Map<Code, String> answers) {
        desk.sheetService().imports().answer(sheet, answers, "anna");
        return desk.sheetService().sheet(sheet.id());
    }

    private void confirm(Sheet sheet) {
        desk.acts().run(desk.sheetService().confirm(sheet.id(), "anna"));
    }

    private BigDecimal tax(Sheet sheet) {
        List<SheetRow> rows = desk.sheetService().rows(sheet.id(), null, 0, 1);
        return sheet.document(rows).items().get(0).taxRate();
    }

    @Test
    void anAnswerToAnotherReadingThanThePersonSaw_isRefused() {
        Sheet seen = take("A,01/02/2026,Foods,tea,1,1000,0.1\n");
        ReadOptions dayFirst = ReadOptions.of(name -> name.equals("dates") ? "day-first" : "");
        Sheet read = desk.sheetService().imports().readAgain(seen, dayFirst, "ben");
        assertThatThrownBy(() -> answered(seen, Map.of(Code.TAX, "percent")))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("changed how this sheet is read");
        assertThat(desk.sheetService().sheet(seen.id()).reading()).isEqualTo(read.reading());
    }

    @Test
    void aTaxBelowOneIsAskedAbout_andNothingIsSentWithoutAnAnswer() {
        Sheet sheet = take("A,2026-01-31,Foods,tea,1,1000,0.1\n");
        assertThat(questions(sheet)).extracting(Question::code).containsExactly(Code.TAX);
        assertThatThrownBy(() -> confirm(sheet))
                .isInstanceOf(Rejected.class)
                .hasMessage("nothing was sent; answer first: Row 2 has the tax '0.1'. Does it mean 10 %?"
                        + " (tax: percent or as-is)");
        assertThat(tax(sheet)).isEqualByComparingTo("0.1");

        assertThat(tax(answered(sheet, Map.of(Code.TAX, "as-is")))).isEqualByComparingTo("0.1");
        Sheet percent = answered(sheet, Map.of(Code.TAX, "percent"));
        assertThat(tax(percent)).isEqualByComparingTo("10");
        Preview preview = desk.sheetService().imports().preview(sheet.id());
        assertThat(Preview.understood(preview.rows().get(0), percent.reading()))
                .as("the preview says so, too")
                .containsExactly("", "", "", "", "", "1,000.00", "10 %");
        confirm(sheet);
        assertThat(desk.sheetService().sheet(sheet.id()).isConfirmed()).isTrue();
    }

    @Test
    void ataxWithItsSignMeansWhatItSays() {
        Sheet sheet = take("A,2026-01-31,Foods,tea,1,1000,0.5%\n");
        assertThat(questions(sheet)).isEmpty();
        assertThat(tax(sheet)).isEqualByComparingTo("0.5");
    }

    @Test
    void anAnswerThatNobodyAskedForIsRefused_andSoIsAnUnknownOne() {
        Sheet sheet = take("A,2026-01-31,Foods,tea,1,1000,10\n");
        assertThatThrownBy(() -> answered(sheet, Map.of(Code.TAX, "percent")))
                .hasMessage("nobody asked for tax; this sheet raises no questions");
        assertThatThrownBy(() -> Question.answers("tax=maybe"))
                .hasMessage("the answer to tax is 'maybe', but must be percent or as-is");
        assertThatThrownBy(() -> Question.answers("colour=red")).hasMessageContaining("there is no question 'colour'");
    }

    @Test
    void hiddenRowsAreLeftOut_orSent_asTheAnswerSays() throws Exception {
        byte[] file = TestWorkbooks.poi(book -> {
            var sheet = book.createSheet("s");
            TestWorkbooks.fill(
                    sheet,
                    List.of(
                            List.of("A", "2026-01-31", "Foods", "tea", 1, 100, 8),
                            List.of("B", "2026-01-31", "Foods", "rice", 1, 200, 8)));
            sheet.getRow(2).setZeroHeight(true);
        });
        Sheet sheet = desk.take(file, "hidden.xlsx");
        assertThatThrownBy(() -> confirm(sheet)).hasMessageContaining("hidden: leave-out or send");
        Sheet visible = answered(sheet, Map.of(Code.HIDDEN, "leave-out"));
        assertThat(desk.sheetService().rows(sheet.id(), null, 0, 10))
                .extracting(SheetRow::document)
                .containsExactly("A");
        assertThat(desk.sheetService().total(visible)).isEqualTo("1 invoice, 100 without tax");
        assertThat(questions(visible)).as("it can still be answered otherwise").hasSize(1);
        answered(visible, Map.of(Code.HIDDEN, "send"));
        assertThat(desk.sheetService().rows(sheet.id(), null, 0, 10)).hasSize(2);
        confirm(sheet);
    }

    @Test
    void answersCanComeWithTheFile() {
        Sheet sheet = desk.sheetService()
                .imports()
                .take(
                        new Upload(
                                (HEADINGS + "A,2026-01-31,Foods,tea,1,1000,0.08\n").getBytes(StandardCharsets.UTF_8),
                                "file.csv",
                                "comp1",
                                DocumentType.INVOICE,
                                ReadOptions.of(name -> name.equals("answers") ? "tax=percent" : null)),
                        "anna",
                        true);
        assertThat(tax(sheet)).isEqualByComparingTo("8");
        confirm(sheet);
    }

    @Test
    void aNumberIsSentAsTyped_andWideDigitsAreAskedAbout() {
        Sheet sheet = take("①,2026-01-31,Foods,tea,1,1000,8\n1,2026-01-31,Foods,tea,1,1000,8\n");
        assertThat(desk.sheetService().rows(sheet.id(), null, 0, 10))
                .extracting(SheetRow::document)
                .as("a sign that looks like 1 is not 1")
                .containsExactly("①", "1");
        assertThat(questions(sheet))
                .singleElement()
                .extracting(Question::words)
                .isEqualTo("Row 3 has the number '1', which looks like '①'. Are these two documents?");

        Sheet wide = take("Ａ－１２,2026-01-31,Foods,tea,1,1000,8\n");
        assertThat(questions(wide))
                .singleElement()
                .extracting(Question::words)
                .isEqualTo("Row 2 has the number 'Ａ－１２', which is sent as 'A-12'. Is that right?");
        assertThat(take("A,2026-01-31,Foods,tea,10²,1000,8\n"))
                .as("a power is no number of things")
                .satisfies(
                        odd -> assertThat(desk.sheetService().row(odd.id(), 2).message())
                                .contains("quantity: '10²', expected a number above 0"));
    }

    @Test
    void aTotalFarFromTheUsualIsAskedAbout() {
        for (int i = 0; i < 5; i++) {
            Sheet usual = take("U-" + i + ",2026-01-31,Foods,tea,1," + (1_000 + i) + ",8\n");
            assertThat(questions(usual)).isEmpty();
            confirm(usual);
        }
        assertThat(questions(take("V-1,2026-01-31,Foods,tea,1,3006,8\n"))).isEmpty();
        assertThat(questions(take("V-2,2026-01-31,Foods,tea,1,3007,8\n")))
                .singleElement()
                .extracting(Question::words)
                .isEqualTo("The total is 3,007.00, but usually about 1,002.00 (the median of the last three months)."
                        + " Is that right?");
        assertThat(questions(take("V-3,2026-01-31,Foods,tea,1,334,8\n"))).isEmpty();
        Sheet low = take("V-4,2026-01-31,Foods,tea,1,333,8\n");
        assertThat(questions(low)).extracting(Question::code).containsExactly(Code.TOTAL);
        assertThatThrownBy(() -> confirm(low)).hasMessageContaining("(total: yes)");
        answered(low, Map.of(Code.TOTAL, "yes"));
        confirm(low);
    }

    @Test
    void theSameFileIsRecognized_andNeedsNoAnswer() {
        Sheet first = take("A,2026-01-31,Foods,tea,1,1000,8\n");
        assertThat(questions(first)).isEmpty();
        confirm(first);
        Sheet second = take("A,2026-01-31,Foods,tea,1,1000,8\n");
        assertThat(questions(second)).singleElement().satisfies(question -> {
            assertThat(question.code()).isEqualTo(Code.SAME_FILE);
            assertThat(question.words())
                    .startsWith("This file was sent on 20")
                    .contains(" by anna: 0 of 1 rows created. Sending it again creates nothing twice.");
        });
        confirm(second);
    }

    @Test
    void eachDocumentHasItsTotal_alsoAfterACorrection() {
        Sheet sheet = take("""
                A,2026-01-31,Foods,tea,2,1000,8
                A,2026-01-31,Foods,rice,1,500,8
                B,2026-01-31,Foods,salt,x,1,8
                """);
        assertThat(desk.sheetService().imports().documents(sheet))
                .containsExactly(
                        new SheetImport.DocumentTotal("A", 2, new BigDecimal("2500")),
                        new SheetImport.DocumentTotal("B", 1, null));
        desk.acts().run(desk.sheetService().correct(sheet.id(), 4, Map.of(Column.QUANTITY, "3"), "anna"));
        assertThat(desk.sheetService().imports().documents(sheet))
                .contains(new SheetImport.DocumentTotal("B", 1, new BigDecimal("3")));
    }
}
