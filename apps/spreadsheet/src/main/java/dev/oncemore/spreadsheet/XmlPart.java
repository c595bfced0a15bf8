package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;

/** An XML part of a workbook, visited element by element. */
final class XmlPart {

    private XmlPart() {}

    /** Visits elements as they begin and end. */
    interface Visitor {
        /** Returns false to stop. */
        boolean start(String name, XmlReader reader) throws IOException;

        /** Returns false to stop. */
        default boolean end(String name) {
            return true;
        }
    }

    static void read(Archive archive, String part, Visitor visitor) {
        try (InputStream in = archive.part(part)) {
            XmlReader reader = XmlReader.on(in);
            boolean goOn = true;
            while (goOn && reader.next()) {
                goOn = reader.isStart() ? visitor.start(reader.name(), reader) : visitor.end(reader.name());
            }
        } catch (CharacterCodingException | java.util.zip.ZipException | java.io.EOFException e) {
            throw Archive.broken(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
