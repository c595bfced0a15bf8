package dev.oncemore.server.web;

import dev.oncemore.desk.sheet.Download;
import io.javalin.http.Context;

/** Answers with a file. */
public final class Attachments {
    private Attachments() {}

    /** As something to keep, under its name: in full for those who can, in ASCII for all. */
    public static void send(Context context, Download download) {
        String plain = download.fileName().replaceAll("[^A-Za-z0-9 ._()-]", "_");
        String full = Paths.encoded(download.fileName());
        context.header("Content-Disposition", "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + full);
        context.contentType(download.contentType()).result(download.content());
    }
}
