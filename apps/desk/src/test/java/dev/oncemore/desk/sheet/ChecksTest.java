package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksTest {
    private static List<String> wrong(String... rows) {
        SheetFile file = SheetFile.read(
                ("number,date,partner,description,quantity,unit_price,tax_rate\n" + String.join("\n", rows))
                        .getBytes(StandardCharsets.UTF_8),
                ReadOptions.NONE,
                Map.of(),
                true);
        return Checks.of(file.lines(), file.reading()).values().stream()
                .flatMap(List::stream)
                .map(CellProblem::sentence)
                .toList();
    }

    @Test
    void aGoodSheetHasNoProblems() {
        assertThat(wrong(
                        "001,2026-01-31,Foods,tea,2,\"1,200\",10%",
                        "001,2026-01-31,Foods,discount,1,-50.25,10", "002,2026/2/28,Trading,paper,0.125,100,0"))
                .isEmpty();
    }

    @Test
    void eachProblemNamesRowColumnValueAndWhatIsExpected() {
        assertThat(wrong(",2026-02-30,,tea,0,ten,101"))
                .containsExactly(
                        "row 2, number: empty, expected a number of 1 to 60 characters on one line, without =",
                        "row 2, date: '2026-02-30', expected a date such as 2026-01-31",
                        "row 2, partner: empty, expected a text of 1 to 255 characters",
                        "row 2, quantity: '0', expected a number above 0, such as 2 or 1.5",
                        "row 2, unit_price: 'ten', expected an amount such as 1200 or -50.25",
                        "row 2, tax_rate: '101', expected a rate from 0 to 100, such as 10");
        assertThat(wrong("1,01/02/2026,p,tea,1,1,1"))
                .as("day or month first?")
                .containsExactly(
                        "row 2, date: '01/02/2026', expected a date such as 2026-01-31; or choose whether the day"
                                + " or the month is first");
    }

    @Test
    void anExampleIsWrittenAsTheSheetWritesNumbers() {
        assertThat(wrong("1,2026-01-31,Kontor,Tee,\"1,5\",\"1.200,50\",19", "2,2026-01-31,Kontor,Tee,x,abc,19"))
                .containsExactly(
                        "row 3, quantity: 'x', expected a number above 0, such as 2 or 1,5",
                        "row 3, unit_price: 'abc', expected an amount such as 1200 or -50,25");
        assertThat(wrong("1,2026-01-31,Kontor,Tee,\"1,5\",\"1.200,50\",19", "2,2026-01-31,Kontor,Tee,1,\"-50,25\",19"))
                .as("what was advised")
                .isEmpty();
    }

    @Test
    void duplicatesInTheFileAreFound() {
        String row = "001,2026-01-31,Foods,tea,2,5,10";
        assertThat(wrong(row, row))
                .containsExactly("row 3, number: '001', expected another number: this row is the same as row 2");
        assertThat(wrong(row, "002,2026-01-31,Foods,tea,2,5,10", "００１,2026-01-31,Foods,rice,2,5,10"))
                .containsExactly(
                        "row 4, number: '００１', expected another number: it is that of row 2, and lines of a document"
                                + " stand together");
        assertThat(wrong(row, "001,2026-02-01,Trading,rice,2,5,10"))
                .containsExactly(
                        "row 3, date: '2026-02-01', expected '2026-01-31' as in row 2, which has the same number",
                        "row 3, partner: 'Trading', expected 'Foods' as in row 2, which has the same number");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1200 | POINT | 1200",
                "1,200 | POINT | 1200",
                "1,200.50 | POINT | 1200.50",
                "1.200 | POINT | 1.200",
                "１２ | POINT | 12",
                "-3 | POINT | -3",
                "−3 | POINT | -3",
                "12,5 | POINT | none",
                "1e9 | POINT | none",
                "¥1,200 | POINT | 1200",
                "-¥1,200 | POINT | -1200",
                "\\1,200 | POINT | 1200",
                "-\\1,200 | POINT | -1200",
                "1,200円 | POINT | 1200",
                "△1,200 | POINT | -1200",
                "(1,200) | POINT | -1200",
                "1'200.50 | POINT | 1200.50",
                "(-5) | POINT | none",
                "12,50 | COMMA | 12.50",
                "1.200,50 | COMMA | 1200.50",
                "1.200 | COMMA | 1200",
                "1 200,5 | COMMA | 1200.5",
                "1.200,50 € | COMMA | 1200.50",
                "50,00- | COMMA | -50.00",
                "12.50 | COMMA | none",
                "12,50 | UNSURE | 12.50",
                "12.50 | UNSURE | 12.50",
                "1.200,50 | UNSURE | 1200.50",
                "1.200 | UNSURE | none",
                "1,200 | UNSURE | none",
                "0.125 | UNSURE | 0.125",
            })
    void numbersAreReadAsTheFileWritesThem(String text, NumberStyle style, String expected) {
        assertThat(Cells.decimal(text, style).map(BigDecimal::toPlainString).orElse("none"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-01-31 | UNSURE | 2026-01-31",
                "2026/1/31 | UNSURE | 2026-01-31",
                "２０２６．０１．３１ | UNSURE | 2026-01-31",
                "2026-01-31T00:00:00 | UNSURE | 2026-01-31",
                "2026-01-31 10:30 | UNSURE | 2026-01-31",
                "20260131 | UNSURE | 2026-01-31",
                "2026年1月31日 | UNSURE | 2026-01-31",
                "令和8年1月31日 | UNSURE | 2026-01-31",
                "㋿8年1月31日 | UNSURE | 2026-01-31",
                "R8.1.31 | UNSURE | 2026-01-31",
                "R6/12/01 | UNSURE | 2024-12-01",
                "令和元年5月1日 | UNSURE | 2019-05-01",
                "平成31年4月30日 | UNSURE | 2019-04-30",
                "平成40年4月30日 | UNSURE | none",
                "31.01.2026 | UNSURE | 2026-01-31",
                "31. Januar 2026 | UNSURE | 2026-01-31",
                "31 Jan 2026 | UNSURE | 2026-01-31",
                "January 31, 2026 | UNSURE | 2026-01-31",
                "1. März 2026 | UNSURE | 2026-03-01",
                "31 Foo 2026 | UNSURE | none",
                "02/01/2026 | UNSURE | none",
                "02/01/2026 | DAY_FIRST | 2026-01-02",
                "02/01/2026 | MONTH_FIRST | 2026-02-01",
                "31/01/2026 | MONTH_FIRST | none",
                "30.02.2026 | UNSURE | none",
                "31.01.26 | UNSURE | none",
                "45000 | UNSURE | none",
            })
    void datesAreReadInManyForms_butNeverGuessed(String text, DateOrder order, String expected) {
        assertThat(Dates.date(text, order).map(Object::toString).orElse("none")).isEqualTo(expected);
    }

    @Test
    void keysShowTheNumber_andNoTwoNumbersShareOne() {
        assertThat(new DocumentName("comp1", DocumentType.INVOICE, " ００１ ")
                        .key()
                        .value())
                .isEqualTo("comp1:invoice:001");
        assertThat(new DocumentName("comp1", DocumentType.DELIVERY, "請-1").key().value())
                .isEqualTo("comp1:delivery:=E8=AB=8B-1");
        assertThat(new DocumentName("comp1", DocumentType.INVOICE, "1:2%").key().value())
                .isEqualTo("comp1:invoice:1%3A2%25");
    }
}
