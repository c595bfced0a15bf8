package dev.oncemore.spreadsheet;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a workbook of one sheet with a frozen heading row. */
public final class NewWorkbook {
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";
    private static final String TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
    /** Indexes of the styles below. */
    private static final String BOLD = "1";

    private static final CellStyles STYLES = new CellStyles("2", "3", "4", false);
    /** The first day that an archive can hold; a fixed date makes equal content equal bytes. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private NewWorkbook() {}

    /**
     * Returns the workbook's bytes.
     *
     * @param widths the width of each column in characters
     */
    public static byte[] of(String sheet, List<String> headings, List<Integer> widths, List<List<CellValue>> rows) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(sheet, headings, widths, rows.iterator(), out);
        return out.toByteArray();
    }

    /** As {@link #of}, row by row onto a stream, which is not closed. */
    public static void write(
            String sheet,
            List<String> headings,
            List<Integer> widths,
            Iterator<List<CellValue>> rows,
            OutputStream out) {
        try {
            ZipOutputStream zip = new ZipOutputStream(out);
            put(zip, "[Content_Types].xml", """
                    <Types xmlns="%scontent-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
                    <Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/>\
                    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="%sworksheet+xml"/>\
                    <Override PartName="/xl/styles.xml" ContentType="%sstyles+xml"/></Types>""".formatted(PACKAGE, TYPE, TYPE, TYPE));
            put(zip, "_rels/.rels", relations("/officeDocument", "xl/workbook.xml"));
            put(zip, "xl/workbook.xml", """
                    <workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="%s" sheetId="1" r:id="rId1"/></sheets></workbook>""".formatted(MAIN, DOCUMENT, Escapes.written(sheet)));
            put(
                    zip,
                    "xl/_rels/workbook.xml.rels",
                    relations("/worksheet", "worksheets/sheet1.xml", "/styles", "styles.xml"));
            put(zip, "xl/styles.xml", """
                    <styleSheet xmlns="%s"><numFmts count="1"><numFmt numFmtId="164" formatCode="%s"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
                    <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
                    <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
                    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
                    <cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
                    <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
                    <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
                    <xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
                    <xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>""".formatted(MAIN, AddedStyles.TIME_FORMAT));
            begin(zip, "xl/worksheets/sheet1.xml");
            Writer writer = new BufferedWriter(new OutputStreamWriter(zip, StandardCharsets.UTF_8));
            sheet(writer, headings, widths, rows);
            writer.flush();
            zip.closeEntry();
            zip.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String relations(String... kindsAndTargets) {
        StringBuilder text = new StringBuilder("<Relationships xmlns=\"" + PACKAGE + "relationships\">");
        for (int i = 0; i < kindsAndTargets.length; i += 2) {
            text.append("<Relationship Id=\"rId%d\" Type=\"%s%s\" Target=\"%s\"/>"
                    .formatted(i / 2 + 1, DOCUMENT, kindsAndTargets[i], kindsAndTargets[i + 1]));
        }
        return text.append("</Relationships>").toString();
    }

    private static void sheet(Writer out, List<String> headings, List<Integer> widths, Iterator<List<CellValue>> rows)
            throws IOException {
        StringBuilder text = new StringBuilder("<worksheet xmlns=\"" + MAIN + "\"><sheetViews>"
                + "<sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\""
                + " state=\"frozen\"/></sheetView></sheetViews><cols>");
        for (int i = 0; i < headings.size(); i++) {
            text.append("<col min=\"%d\" max=\"%d\" width=\"%d\" style=\"2\" customWidth=\"1\"/>"
                    .formatted(i + 1, i + 1, widths.get(i)));
        }
        text.append("</cols><sheetData><row r=\"1\">");
        for (int i = 0; i < headings.size(); i++) {
            CellValue.text(text, "", Places.letters(i) + 1, BOLD, headings.get(i));
        }
        out.append(HEAD).append(text).append("</row>");
        for (int r = 2; rows.hasNext(); r++) {
            text.setLength(0);
            row(text, r, rows.next());
            out.append(text);
        }
        out.append("</sheetData></worksheet>");
    }

    private static void row(StringBuilder text, int number, List<CellValue> cells) {
        text.append("<row r=\"").append(number).append("\">");
        for (int i = 0; i < cells.size(); i++) {
            cells.get(i).write(text, "", Places.letters(i) + number, STYLES);
        }
        text.append("</row>");
    }

    private static void put(ZipOutputStream zip, String name, String content) throws IOException {
        begin(zip, name);
        zip.write((HEAD + content).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static void begin(ZipOutputStream zip, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }
}
