package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SheetFileTest {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";

    private static SheetFile read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static SheetFile read(byte[] bytes) {
        return SheetFile.read(bytes, ReadOptions.NONE, Map.of(), true);
    }

    private static SheetFile read(String partner, String charset) {
        return read((HEADINGS + "001,2026-01-31," + partner + ",x,1,100,10\n").getBytes(Charset.forName(charset)));
    }

    @ParameterizedTest
    @CsvSource({
        "株式会社サンプル, UTF-8, UTF-8",
        "\uFEFFMüller, UTF-8, UTF-8",
        "株式会社サンプル, windows-31j, windows-31j",
        "カタカナのツール, windows-31j, windows-31j",
        "ｻﾝﾌﾟﾙ商事, windows-31j, windows-31j",
        "Müller & Söhne, windows-1252, windows-1252",
        "Café Crème née Straße, windows-1252, windows-1252",
        "Größe, windows-1252, windows-1252",
    })
    void encodingsAreDetected(String partner, String charset, String name) {
        SheetFile file = read(partner, charset);
        assertThat(file.reading().encoding()).isEqualTo(name);
        assertThat(file.lines().get(0).cell(Column.PARTNER)).isEqualTo(partner);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstHeading() {
        SheetFile file = read("\uFEFF" + HEADINGS + "001,2026-01-31,a,b,1,1,1\n");
        assertThat(file.reading().encoding()).isEqualTo("UTF-8 with BOM");
        assertThat(file.lines().get(0).number()).isEqualTo("001");
    }

    @Test
    void delimitersAreDetected_andColumnsMayStandInAnyOrder() {
        for (char delimiter : new char[] {',', ';', '\t'}) {
            String text =
                    "Tax Rate,unit-price,QUANTITY,description,partner,date,number,note\n8,5,2,tea,Foods,2026-01-31,００１,x\n"
                            .replace(',', delimiter);
            SheetFile file = read(text);
            assertThat(file.reading().delimiter()).isEqualTo(delimiter);
            assertThat(file.lines().get(0).number()).as("full-width digits").isEqualTo("001");
            assertThat(file.lines().get(0).cell(Column.TAX_RATE)).isEqualTo("8");
        }
    }

    @Test
    void rowsAreCountedAsASpreadsheetDoes() {
        SheetFile file = read(HEADINGS + "1,d,\"two\nlines\",x,1,1,1\n\n,,,,,,\n2,d,p,x,1,1,1\n");
        assertThat(file.lines()).extracting(TypedRow::row).containsExactly(2, 5);
    }

    @Test
    void whatStandsBesideOurColumnsIsNoRow() {
        SheetFile file = read(HEADINGS.strip() + ",note\n1,2026-01-31,p,x,1,1,1,\n,,,,,,,sum\n");
        assertThat(file.lines()).hasSize(1);
    }

    @Test
    void filesThatCannotBeReadAreRefused_withTheReason() {
        assertThatThrownBy(() -> read("number,date,partner\n1,2,3\n"))
                .hasMessageContaining("missing: description, quantity, unit_price, tax_rate");
        assertThatThrownBy(
                        () -> read("title\nnumber,date,partner,description,Quantty,unit_price,tax rat,note\n1,2,3\n"))
                .hasMessageContaining(
                        "missing: quantity, tax_rate; other headings in row 2: 'Quantty', 'tax rat', 'note'")
                .hasMessageContaining("did you mean quantity by 'Quantty'?; did you mean tax_rate by 'tax rat'?");
        assertThatThrownBy(() -> read("number,number,date\n")).hasMessageContaining("number is there twice");
        assertThatThrownBy(() -> read(HEADINGS)).hasMessageContaining("no rows");
        assertThatThrownBy(() -> read("")).hasMessageContaining("no rows");
        assertThatThrownBy(() -> read(HEADINGS + "1,d,\"open,x,1,1,1\n")).hasMessageContaining("quote");
        assertThatThrownBy(() -> read("PK\3\4")).hasMessageContaining("the workbook is damaged");
        assertThatThrownBy(() -> read("a\0b")).hasMessageContaining("neither a workbook (.xlsx) nor a text file");
        assertThatThrownBy(() -> read(new byte[] {'a', (byte) 0x81, (byte) 0xFF, (byte) 0x8D}))
                .hasMessageContaining("neither UTF-8");
        assertThatThrownBy(() -> read(HEADINGS + "1,d,p,x,1,1,1\n".repeat(SheetFile.ROWS_MAX + 1)))
                .hasMessageContaining("more than 100000 rows");
        assertThatThrownBy(() -> read(HEADINGS + "1,d," + "p".repeat(1_001) + ",x,1,1,1\n"))
                .hasMessageContaining("row 2, column partner has more than 1000 characters");
    }
}
