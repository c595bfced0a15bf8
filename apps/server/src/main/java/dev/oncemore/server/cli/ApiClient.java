package dev.oncemore.server.cli;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.server.web.Paths;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls the API; retries are safe, since every request that changes something has a key. */
final class ApiClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BOUNDARY = "----oncemore-c4f1a0d27b5e4e7d";
    private static final Pattern FILE_NAME = Pattern.compile("filename\\*=UTF-8''(\\S+)");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HttpClient client;
    private final URI server;
    private final String token;

    ApiClient(URI server, String token) {
        this(
                server,
                token,
                RetryingHttpClient.builder(
                                plain(),
                                RetryPolicy.preset("api").toBuilder()
                                        .attemptTimeout(LIMIT) // a sheet is uploaded
                                        .build())
                        .generateKeys()
                        .build());
    }

    private ApiClient(URI server, String token, HttpClient client) {
        this.server = server;
        this.token = token;
        this.client = client;
    }

    /** For somebody without a token. Keys belong to a caller, so this client has none, and tries once. */
    static ApiClient ofNobody(URI server) {
        return new ApiClient(server, "", plain());
    }

    private static HttpClient plain() {
        return HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    }

    static String query(Map<String, @Nullable String> parameters) {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, value) -> {
            if (value != null && !value.isEmpty()) {
                text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encoded(value));
            }
        });
        return text.toString();
    }

    static String encoded(String part) {
        return Paths.encoded(part);
    }

    JsonNode get(String path) throws ApiException {
        return send(request(path).GET());
    }

    /** All pages of a list under this name, as one. */
    JsonNode all(String path, String list) throws ApiException {
        JsonNode first = get(path);
        for (String next = next(first); !next.isEmpty(); ) {
            JsonNode page = get(path + "?after=" + encoded(next));
            ((ArrayNode) first.path(list)).addAll((ArrayNode) page.path(list));
            next = next(page);
        }
        ((ObjectNode) first).remove("next");
        return first;
    }

    private static String next(JsonNode page) {
        return page.path("next").asString("");
    }

    JsonNode post(String path, Map<String, ?> body) throws ApiException {
        return send(request(path).POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    }

    JsonNode put(String path, Map<String, ?> body) throws ApiException {
        return send(request(path).PUT(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    }

    JsonNode delete(String path) throws ApiException {
        return send(request(path).DELETE());
    }

    /** Sends a file as a form does, with fields beside it. */
    JsonNode upload(String path, Path file, Map<String, String> fields) throws ApiException {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ApiException(0, "the file " + file + " cannot be read");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream(content.length + 1_000);
        fields.forEach((name, value) -> body.writeBytes(part("name=\"" + name + "\"", value)));
        String fileName = String.valueOf(file.getFileName()).replaceAll("[\"\\r\\n]", "_");
        body.writeBytes(part("name=\"file\"; filename=\"" + fileName + "\"", ""));
        body.writeBytes(content);
        body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(request(path)
                .setHeader("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private static byte[] part(String disposition, String value) {
        String end = value.isEmpty() ? "" : "\r\n";
        return ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + value + end)
                .getBytes(StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.toString().replaceAll("/+$", "") + path))
                .timeout(LIMIT)
                .header("Content-Type", "application/json");
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<byte[]> answer(HttpRequest.Builder request) throws ApiException {
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new ApiException(
                    0, "no answer from " + server + "; is 'oncemore serve' running there? (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(0, "interrupted");
        }
    }

    private JsonNode send(HttpRequest.Builder request) throws ApiException {
        HttpResponse<byte[]> response = answer(request);
        if (response.statusCode() >= 300) {
            throw refused(response);
        }
        return body(response);
    }

    private ApiException refused(HttpResponse<byte[]> response) throws ApiException {
        String detail = body(response).path("detail").asString("status " + response.statusCode());
        return new ApiException(
                response.statusCode(),
                response.statusCode() == 401 ? server + " does not know this token, or it has expired" : detail);
    }

    private JsonNode body(HttpResponse<byte[]> response) throws ApiException {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new ApiException(0, server + " did not answer with JSON; is it oncemore?");
        }
    }

    /** A file that the server gives; the name that it has there comes with it. */
    Received download(String path) throws ApiException {
        HttpResponse<byte[]> response = answer(request(path).GET());
        if (response.statusCode() >= 300) {
            throw refused(response);
        }
        String disposition =
                response.headers().firstValue("Content-Disposition").orElse("");
        Matcher name = FILE_NAME.matcher(disposition);
        return new Received(
                name.find() ? URLDecoder.decode(name.group(1), StandardCharsets.UTF_8) : "sheet", response.body());
    }

    /** A file and its name. */
    static final class Received {
        private final String name;
        private final byte[] file;

        Received(String name, byte[] file) {
            this.name = name;
            this.file = file;
        }

        String name() {
            return name;
        }

        byte[] file() {
            return file;
        }
    }

    static String pretty(JsonNode node) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }
}
