package dev.oncemore.bench.desk;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/** Apache POI's streaming reader as its documentation shows it; it reads and checks nothing. */
final class PoiReader implements SheetContentsHandler {
    private int rows;
    private int length;

    private PoiReader() {}

    /** Counts the rows. */
    static int rows(byte[] file) throws Exception {
        PoiReader reader = new PoiReader();
        try (OPCPackage book = OPCPackage.open(new ByteArrayInputStream(file))) {
            XSSFReader parts = new XSSFReader(book);
            XMLReader xml = XMLHelper.newXMLReader();
            xml.setContentHandler(new XSSFSheetXMLHandler(
                    parts.getStylesTable(), new ReadOnlySharedStringsTable(book), reader, false));
            try (InputStream sheet = parts.getSheetsData().next()) {
                xml.parse(new InputSource(sheet));
            }
        }
        return reader.rows;
    }

    @Override
    public void startRow(int row) {
        length = 0;
    }

    @Override
    public void endRow(int row) {
        rows += length > 0 ? 1 : 0;
    }

    @Override
    public void cell(@Nullable String reference, @Nullable String value, @Nullable XSSFComment comment) {
        length += value == null ? 0 : value.length();
    }
}
