package dev.oncemore.server.web;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Upload;
import io.javalin.http.Context;
import io.javalin.http.UploadedFile;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The form that a sheet comes with, from a page or from a program. */
public final class UploadForm {
    private static final int FIELD_MAX = 4_000;

    private UploadForm() {}

    /** Reads it. */
    public static Upload of(Context context) {
        requireForm(context);
        return of(context, field(context, "company")).ifNew(Companies.IfNew.of(isTrue(context, "new_company")));
    }

    /** Reads it for a company that a person chose otherwise. */
    public static Upload of(Context context, String company) {
        requireForm(context);
        UploadedFile file = context.uploadedFile("file");
        if (file == null) {
            throw Refusal.wrong("'file' is missing: a workbook (.xlsx) or a CSV file");
        }
        return new Upload(
                () -> bytes(file),
                file.filename(),
                company,
                DocumentType.parse(field(context, "type")),
                ReadOptions.of(context::formParam));
    }

    private static void requireForm(Context context) {
        if (!context.isMultipartFormData()) {
            throw Refusal.wrong("send a form (multipart/form-data) with file, company and type");
        }
        requireSmallFields(context);
    }

    /** A field that is true or false; false when it is not there. Nothing is guessed. */
    public static boolean isTrue(Context context, String name) {
        String value = context.formParam(name);
        if (value == null || value.isBlank() || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            throw Refusal.wrong("'" + name + "' is '" + value + "', but must be true or false");
        }
        return true;
    }

    private static byte[] bytes(UploadedFile file) {
        try (InputStream stream = file.content()) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Refuses long fields beside the file before they are read into memory. */
    public static void requireSmallFields(Context context) {
        if (!context.isMultipartFormData()) {
            return;
        }
        try {
            for (Part part : context.req().getParts()) {
                if (part.getSubmittedFileName() == null && part.getSize() > FIELD_MAX) {
                    throw Refusal.wrong("a field of the form has more than " + FIELD_MAX + " bytes");
                }
            }
        } catch (IOException | ServletException e) {
            throw Refusal.wrong("the form is incomplete, or not valid multipart/form-data");
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
