package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** An XML part of a workbook, read element by element. Names are local, because prefixes and dialects differ. */
final class XmlPart {
    /** Parses without document types and entities, so that nothing is fetched or expanded. */
    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // The archive bounds what is read. Newer JDKs would otherwise count each &amp; of a long sheet as an entity.
        FACTORY.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        FACTORY.setProperty("jdk.xml.entityExpansionLimit", "0");
        FACTORY.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    }

    private XmlPart() {}

    /** Visits elements as they begin and end. */
    interface Visitor {
        /** Returns false to stop. */
        boolean start(String name, XMLStreamReader reader) throws XMLStreamException;

        /** Returns false to stop. */
        default boolean end(String name) {
            return true;
        }
    }

    static void read(Archive archive, String part, Visitor visitor) {
        try (InputStream in = archive.part(part)) {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(in);
            boolean goOn = true;
            while (goOn && reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    goOn = visitor.start(reader.getLocalName(), reader);
                    // Reading an element's text moves to its end.
                    if (goOn && reader.getEventType() == XMLStreamConstants.END_ELEMENT) {
                        goOn = visitor.end(reader.getLocalName());
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    goOn = visitor.end(reader.getLocalName());
                }
            }
            reader.close();
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IllegalArgumentException refusal) {
                throw refusal;
            }
            throw Archive.broken(e);
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw Archive.broken(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An attribute by its local name. */
    static @Nullable String attribute(XMLStreamReader reader, String name) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals(name)) {
                return reader.getAttributeValue(i);
            }
        }
        return null;
    }
}
