package dev.oncemore.server.serve;

import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody who visits a server: with a browser's cookies, or with a token. */
final class Visitor {
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([0-9a-f]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final URI address;

    Visitor(URI address) {
        this.address = address;
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** A file, with a token. */
    HttpResponse<byte[]> file(String path, String token) throws Exception {
        return client.send(
                request(path).header("Authorization", "Bearer " + token).build(), BodyHandlers.ofByteArray());
    }

    /** A stream, as it comes. */
    HttpResponse<InputStream> open(String path) throws Exception {
        return client.send(request(path).header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    HttpResponse<String> page(String path) throws Exception {
        return send(request(path).header("Accept", "text/html"));
    }

    HttpResponse<String> post(String path, Map<String, String> form) throws Exception {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> logIn(String name, String password) throws Exception {
        return post("/login", Map.of("name", name, "password", password));
    }

    /** What a form of this visitor's has to carry. */
    String csrf() throws Exception {
        Matcher matcher = CSRF.matcher(page("/").body());
        if (!matcher.find()) {
            throw new AssertionError("no form on the overview");
        }
        return matcher.group(1);
    }

    HttpResponse<String> api(String method, String path, String token, String body) throws Exception {
        return send(request(path)
                .header("Authorization", "Bearer " + token)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }
}
