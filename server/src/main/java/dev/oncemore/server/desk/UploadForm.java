package dev.oncemore.server.desk;

import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The form that a sheet comes with, from a page or from a program. */
public final class UploadForm {
    private final byte[] file;
    private final String fileName;
    private final String company;
    private final DocumentType type;

    private UploadForm(byte[] file, String fileName, String company, DocumentType type) {
        this.file = file;
        this.fileName = fileName;
        this.company = company;
        this.type = type;
    }

    /** Reads it. */
    public static UploadForm of(Context context) {
        if (!context.isMultipartFormData()) {
            throw Refusal.wrong("send a form (multipart/form-data) with file, company and type");
        }
        UploadedFile file = context.uploadedFile("file");
        if (file == null) {
            throw Refusal.wrong("'file' is missing: a CSV file");
        }
        try (InputStream stream = file.content()) {
            return new UploadForm(
                    stream.readAllBytes(),
                    file.filename(),
                    field(context, "company"),
                    DocumentType.parse(field(context, "type")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String field(Context context, String name) {
        String value = context.formParam(name);
        if (value == null || value.isBlank()) {
            throw Refusal.wrong("'" + name + "' is missing");
        }
        return value.strip();
    }

    /** Takes the sheet in. */
    public Sheet takeTo(Desk desk, String who) {
        return desk.take(file, fileName, company, type, who);
    }
}
