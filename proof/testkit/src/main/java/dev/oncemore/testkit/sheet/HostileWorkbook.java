package dev.oncemore.testkit.sheet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A workbook with a few usual parts, each of which can be replaced. Parts are written as streams: they may be large. */
final class HostileWorkbook {
    static final String SHEET = "xl/worksheets/sheet1.xml";
    static final String STYLES = "xl/styles.xml";
    static final String STRINGS = "xl/sharedStrings.xml";
    static final String BOOK = "xl/workbook.xml";
    static final String RELATIONS = "xl/_rels/workbook.xml.rels";

    private static final String NS = " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";
    private static final String[] HEADINGS = {
        "number", "date", "partner", "description", "quantity", "unit_price", "tax_rate"
    };

    private final Map<String, Part> parts = new LinkedHashMap<>();

    /** Writes a part. */
    interface Part {
        void write(Writer out) throws IOException;
    }

    HostileWorkbook() {
        with("[Content_Types].xml", out -> out.write("<Types xmlns=\"" + PACKAGE + "content-types\"/>"));
        with(
                "_rels/.rels",
                out -> out.write("<Relationships>" + relation("r1", "officeDocument", BOOK) + "</Relationships>"));
        with(
                BOOK,
                out -> out.write("<workbook" + NS + " xmlns:r=\"" + OFFICE
                        + "\"><sheets><sheet name=\"s\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"));
        with(RELATIONS, out -> out.write("<Relationships>" + usualRelations() + "</Relationships>"));
        with(STYLES, out -> styles(out, "", "<xf numFmtId=\"0\"/><xf numFmtId=\"9\"/><xf numFmtId=\"14\"/>"));
        with(STRINGS, out -> out.write("<sst" + NS + "><si><t>text</t></si></sst>"));
        with(SHEET, out -> sheet(out, rows -> row(rows, 2, "1", "1000", "10")));
    }

    static String usualRelations() {
        return relation("r1", "worksheet", "worksheets/sheet1.xml")
                + relation("r2", "styles", "styles.xml")
                + relation("r3", "sharedStrings", "sharedStrings.xml");
    }

    static String relation(String id, String kind, String target) {
        return "<Relationship Id=\"" + id + "\" Type=\"" + OFFICE + "/" + kind + "\" Target=\"" + target + "\"/>";
    }

    HostileWorkbook with(String name, Part part) {
        parts.put(name, part);
        return this;
    }

    static void styles(Writer out, String formats, String styles) throws IOException {
        out.write("<styleSheet" + NS + "><numFmts>" + formats + "</numFmts><cellXfs>" + styles
                + "</cellXfs></styleSheet>");
    }

    /** A sheet with the usual headings in row 1 and these rows below. */
    static void sheet(Writer out, Part rows) throws IOException {
        out.write("<worksheet" + NS + "><sheetData><row r=\"1\">");
        for (String heading : HEADINGS) {
            out.write("<c t=\"inlineStr\"><is><t>" + heading + "</t></is></c>");
        }
        out.write("</row>");
        rows.write(out);
        out.write("</sheetData></worksheet>");
    }

    /** A row that is fine, apart from these three numbers. */
    static void row(Writer out, int row, String quantity, String price, String tax) throws IOException {
        out.write("<row r=\"" + row + "\">" + text("N" + row) + text("2026-01-31") + text("Partner") + text("Item")
                + "<c><v>" + quantity + "</v></c><c><v>" + price + "</v></c><c><v>" + tax + "</v></c></row>");
    }

    static String text(String text) {
        return "<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
    }

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, Part> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                Writer writer = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
                part.getValue().write(writer);
                writer.flush();
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
