package dev.oncemore.server.serve;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A form with a file, as browsers send it. */
final class Upload {
    private static final String BOUNDARY = "x-boundary-x";

    private final StringBuilder body = new StringBuilder();
    private final byte[] file;
    private final String name;

    private Upload(byte[] file, String name) {
        this.file = file;
        this.name = name;
    }

    static Upload of(String csv) {
        return of(csv.getBytes(StandardCharsets.UTF_8), "..\\\\a/b.csv");
    }

    static Upload of(byte[] file, String name) {
        return new Upload(file, name);
    }

    Upload field(String name, String value) {
        body.append(
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    HttpResponse<String> send(Visitor visitor, String path, UnaryOperator<HttpRequest.Builder> more) throws Exception {
        String head = body + "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n";
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        whole.writeBytes(file);
        whole.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return visitor.send(more.apply(visitor.request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofByteArray(whole.toByteArray()))));
    }
}
