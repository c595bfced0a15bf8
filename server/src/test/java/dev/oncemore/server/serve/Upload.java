package dev.oncemore.server.serve;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.function.UnaryOperator;

/** A form with a file, as browsers send it. */
final class Upload {
    private static final String BOUNDARY = "x-boundary-x";

    private final StringBuilder body = new StringBuilder();
    private final String csv;

    private Upload(String csv) {
        this.csv = csv;
    }

    static Upload of(String csv) {
        return new Upload(csv);
    }

    Upload field(String name, String value) {
        body.append(
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    HttpResponse<String> send(Visitor visitor, String path, UnaryOperator<HttpRequest.Builder> more) throws Exception {
        String file = "--" + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"..\\\\a/b.csv\"\r\n"
                + "Content-Type: text/csv\r\n\r\n" + csv + "\r\n--" + BOUNDARY + "--\r\n";
        return visitor.send(more.apply(visitor.request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofString(body + file))));
    }
}
