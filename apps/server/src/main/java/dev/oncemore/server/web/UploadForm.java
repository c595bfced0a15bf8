package dev.oncemore.server.web;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Upload;
import io.javalin.http.Context;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The form that a sheet comes with, from a page or from a program. */
public final class UploadForm {
    private UploadForm() {}

    /** Reads it. */
    public static Upload of(Context context) {
        if (!context.isMultipartFormData()) {
            throw Refusal.wrong("send a form (multipart/form-data) with file, company and type");
        }
        UploadedFile file = context.uploadedFile("file");
        if (file == null) {
            throw Refusal.wrong("'file' is missing: a workbook (.xlsx) or a CSV file");
        }
        try (InputStream stream = file.content()) {
            return new Upload(
                    stream.readAllBytes(),
                    file.filename(),
                    field(context, "company"),
                    DocumentType.parse(field(context, "type")),
                    ReadOptions.of(context::formParam));
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
}
