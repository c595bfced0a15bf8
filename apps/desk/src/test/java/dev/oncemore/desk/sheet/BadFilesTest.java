package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.xssf.usermodel.XSSFWorkbookType;
import org.junit.jupiter.api.Test;

/** Files that cannot be taken in, each with a message for whoever made it. */
class BadFilesTest {
    private static final List<List<Object>> ROWS = List.of(List.of("1", "2026-01-31", "p", "d", 1, 1, 1));
    private static final String HEADINGS = String.join(",", TestWorkbooks.HEADINGS) + "\n";

    private static SheetFile read(byte[] file) {
        return SheetFile.read(file, ReadOptions.NONE, Map.of(), true);
    }

    private static void refused(byte[] file, String message) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** The workbook with one part changed. */
    private static byte[] with(byte[] book, String part, UnaryOperator<String> change) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(book));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                byte[] content = in.readAllBytes();
                zip.write(
                        entry.getName().equals(part)
                                ? change.apply(new String(content, StandardCharsets.UTF_8))
                                        .getBytes(StandardCharsets.UTF_8)
                                : content);
            }
        }
        return out.toByteArray();
    }

    private static byte[] zip(Map<String, String> parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }

    @Test
    void theWrongType() throws Exception {
        refused("%PDF-1.7".getBytes(StandardCharsets.US_ASCII), "this is a PDF");
        refused(zip(Map.of("mimetype", "application/vnd.oasis.opendocument.spreadsheet")), "OpenDocument");
        refused(zip(Map.of("a.csv", HEADINGS)), "an archive, not a workbook");
        refused(new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0, 0, 0}, "neither");
        refused(new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, 0, 0}, "an old workbook (.xls)");
        refused(new byte[0], "no rows");
    }

    @Test
    void protectedByAPassword() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (POIFSFileSystem container = new POIFSFileSystem()) {
            var encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
            encryptor.confirmPassword("secret");
            try (OPCPackage book = OPCPackage.open(new ByteArrayInputStream(TestWorkbooks.poi(ROWS)));
                    var stream = encryptor.getDataStream(container)) {
                book.save(stream);
            }
            container.writeFilesystem(out);
        }
        refused(out.toByteArray(), "protected by a password");
    }

    @Test
    void macros() throws Exception {
        byte[] book = TestWorkbooks.poi(made -> {
            TestWorkbooks.fill(made.createSheet("s"), ROWS);
            made.setWorkbookType(XSSFWorkbookType.XLSM);
        });
        refused(book, "the workbook has macros");
    }

    @Test
    void aZipBomb() throws Exception {
        refused(
                with(TestWorkbooks.poi(ROWS), "xl/styles.xml", text -> " ".repeat(60_000_000)),
                "may be an attack: unpacked, the part xl/styles.xml is more than 200 times as large");
        Map<String, String> many = new java.util.HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            many.put("part" + i, "");
        }
        refused(zip(many), "it has 3000 parts");
    }

    @Test
    void xmlThatRefersToOtherFiles() throws Exception {
        byte[] book = with(
                TestWorkbooks.poi(ROWS),
                "xl/worksheets/sheet1.xml",
                text -> text.replaceFirst(
                                "<worksheet", "<!DOCTYPE w [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><worksheet")
                        .replaceFirst("<v>[^<]*</v>", "<v>&e;</v>"));
        refused(book, "the workbook is damaged");
    }

    @Test
    void aMillionColumns() throws Exception {
        refused(
                (HEADINGS.strip() + ",x".repeat(1_000_000) + "\n1\n").getBytes(StandardCharsets.UTF_8),
                "after row 0 comes one with more columns, or a longer cell, than can be read");
        byte[] book = TestWorkbooks.poi(ROWS);
        refused(
                with(book, "xl/worksheets/sheet1.xml", text -> text.replace("r=\"G1\"", "r=\"ZZZZ1\"")),
                "more than 16384 columns");
        refused(
                TestWorkbooks.poi(made -> {
                    var sheet = made.createSheet("s");
                    TestWorkbooks.fill(sheet, ROWS);
                    sheet.getRow(0).createCell(16_383).setCellValue("far");
                }),
                "16384 columns, but at most 200 are read");
    }

    @Test
    void brokenQuotes() {
        refused(
                (HEADINGS + "1,2026-01-31,\"open,d,1,1,1\n").getBytes(StandardCharsets.UTF_8),
                "a quote in the wrong place");
    }

    @Test
    void mixedEncodings() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write((HEADINGS + "1,2026-01-31,東京商事,d,1,1,1\n").getBytes(StandardCharsets.UTF_8));
        out.write("2,2026-01-31,大阪商事,d,1,1,1\n".getBytes(Charset.forName("windows-31j")));
        refused(out.toByteArray(), "mixes encodings: line 2 is UTF-8, and line 3 is not");
    }

    @Test
    void anEmptySheet() throws Exception {
        refused(TestWorkbooks.poi(book -> book.createSheet("s")), "no rows below its headings");
        refused(TestWorkbooks.poi(List.of()), "no rows below its headings");
        refused(HEADINGS.getBytes(StandardCharsets.UTF_8), "no rows below its headings");
    }

    @Test
    void duplicateHeadings() throws Exception {
        refused(
                TestWorkbooks.poi(book -> {
                    var sheet = book.createSheet("s");
                    TestWorkbooks.fill(sheet, ROWS);
                    sheet.getRow(0).createCell(7).setCellValue("Unit Price");
                }),
                "the column unit_price is there twice");
        // Others may be there as often as they like.
        assertThat(read((HEADINGS.strip() + ",note,note\n1,2026-01-31,p,d,1,1,1,x,y\n")
                                .getBytes(StandardCharsets.UTF_8))
                        .lines())
                .hasSize(1);
    }

    @Test
    void aDamagedWorkbook() throws Exception {
        byte[] book = TestWorkbooks.poi(ROWS);
        refused(java.util.Arrays.copyOf(book, book.length / 2), "the workbook is damaged");
        refused(with(book, "xl/worksheets/sheet1.xml", text -> text.substring(0, text.length() / 2)), "damaged");
        refused(
                with(book, "xl/worksheets/sheet1.xml", text -> text.replace("<row r=\"2\"", "<row r=\"1\"")),
                "damaged");
        refused(with(book, "xl/worksheets/sheet1.xml", text -> text.replace("<v>0</v>", "<v>999</v>")), "damaged");
        refused(with(book, "xl/worksheets/sheet1.xml", text -> text.replace("<v>1.0</v>", "<v>x</v>")), "damaged");
    }
}
