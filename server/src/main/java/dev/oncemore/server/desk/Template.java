package dev.oncemore.server.desk;

/** A sheet to start from. */
public final class Template {
    private Template() {}

    /** As CSV: the headings, a document of two lines, and one of one. */
    public static String csv(DocumentType type) {
        String prefix = type == DocumentType.INVOICE ? "INV" : "DEL";
        return String.join(",", Column.words()) + "\n"
                + prefix + "-001,2026-01-31,Sample Trading,Paper A4,10,480,10\n"
                + prefix + "-001,2026-01-31,Sample Trading,Delivery,1,600,10\n"
                + prefix + "-002,2026-01-31,Example Foods,Green tea,24,150,8\n";
    }
}
