package dev.oncemore.desk.sheet;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import java.util.function.Supplier;

/** An uploaded file. */
public final class Upload {
    private static final int FILE_NAME_MAX = 255;

    private final Supplier<byte[]> file;
    private final String fileName;
    private final String company;
    private final DocumentType type;
    private final ReadOptions options;
    private final Companies.IfNew ifNew;

    /**
     * A file of which nothing was checked.
     *
     * @param file its bytes
     * @param fileName as it is called
     * @param company whose documents it holds
     * @param type what they are
     * @param options how it is to be read
     */
    public Upload(byte[] file, String fileName, String company, DocumentType type, ReadOptions options) {
        this(() -> file, fileName, company, type, options);
    }

    /** A file whose bytes are not in memory before its turn has come. */
    public Upload(Supplier<byte[]> file, String fileName, String company, DocumentType type, ReadOptions options) {
        this(file, fileName, company, type, options, Companies.IfNew.REFUSE);
    }

    private Upload(
            Supplier<byte[]> file,
            String fileName,
            String company,
            DocumentType type,
            ReadOptions options,
            Companies.IfNew ifNew) {
        this.file = file;
        this.fileName = shortName(fileName);
        this.company = company;
        this.type = type;
        this.options = options;
        this.ifNew = ifNew;
    }

    /** The same for a company that may have never been used. */
    public Upload ifNew(Companies.IfNew then) {
        return new Upload(file, fileName, company, type, options, then);
    }

    private static String shortName(String fileName) {
        String name = fileName.replaceAll("\\p{Cntrl}", "")
                .replaceAll("^.*[/\\\\]", "")
                .strip();
        return name.isEmpty() ? "sheet.csv" : name.substring(0, Math.min(FILE_NAME_MAX, name.length()));
    }

    byte[] file() {
        return file.get();
    }

    String fileName() {
        return fileName;
    }

    String company() {
        return company;
    }

    DocumentType type() {
        return type;
    }

    Companies.IfNew ifNew() {
        return ifNew;
    }

    ReadOptions options() {
        return options;
    }
}
