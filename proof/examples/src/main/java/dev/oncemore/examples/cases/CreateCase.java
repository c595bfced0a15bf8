package dev.oncemore.examples.cases;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /cases} with <code>{"title": "..."}</code>: creates a case and returns its number. It knows nothing of keys. */
final class CreateCase extends HttpServlet {
    /** More than a title needs; the filter in front of this servlet enforces it. */
    static final int BODY_BYTES_MAX = 16 * 1024;

    private static final long serialVersionUID = 1L;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int TITLE_LENGTH_MAX = 200;

    private final AtomicInteger created = new AtomicInteger();

    int created() {
        return created.get();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String title = title(request.getInputStream().readNBytes(BODY_BYTES_MAX));
        response.setContentType("application/json");
        if (title.isBlank() || title.length() > TITLE_LENGTH_MAX) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            response.getWriter()
                    .print("{\"detail\": \"send a JSON object with a title of 1 to " + TITLE_LENGTH_MAX
                            + " characters\"}");
            return;
        }
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.getWriter().print("{\"number\": " + created.incrementAndGet() + "}");
    }

    private static String title(byte[] body) {
        try {
            JsonNode title = JSON.readTree(body).path("title");
            return title.isString() ? title.asString() : "";
        } catch (JacksonException e) {
            return "";
        }
    }
}
