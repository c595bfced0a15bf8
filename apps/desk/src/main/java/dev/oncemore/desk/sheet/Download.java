package dev.oncemore.desk.sheet;

/** A file to give back. */
public final class Download {
    public static final String WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    public static final String CSV = "text/csv";

    private final String fileName;
    private final String contentType;
    private final byte[] file;

    Download(String fileName, String contentType, byte[] file) {
        this.fileName = fileName;
        this.contentType = contentType;
        this.file = file;
    }

    /** The suggested file name. */
    public String fileName() {
        return fileName;
    }

    /** The media type. */
    public String contentType() {
        return contentType;
    }

    /** Its bytes. */
    public byte[] file() {
        return file;
    }
}
