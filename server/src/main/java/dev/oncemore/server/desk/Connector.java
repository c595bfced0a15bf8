package dev.oncemore.server.desk;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.retry.policy.Verdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Talks to an accounting API of freee's shape, which knows no keys: a document that is sent twice is created twice. So after
 * every answer that may hide a success it must be asked for the number before it is sent again.
 */
final class Connector {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    /** A lock-out lasts minutes; asking sooner may prolong it. */
    private static final Duration LOCK_OUT = Duration.ofMinutes(2);

    private static final int WORDS_MAX = 500;

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final DeskSettings settings;
    private final RetryAfter retryAfter;

    Connector(DeskSettings settings, InstantSource clock) {
        this.settings = settings;
        this.retryAfter = new RetryAfter(clock);
    }

    /**
     * A document that is there.
     *
     * @param id its id
     * @param isSame whether it holds what was looked for
     */
    record Found(String id, boolean isSame) {}

    /** Creates it and answers its id. */
    String create(Document document) throws IOException, InterruptedException {
        DocumentType type = document.name().type();
        HttpResponse<byte[]> response = client.send(
                request("/" + type.plural())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(json.writeValueAsBytes(body(document))))
                        .build(),
                BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw failure(response);
        }
        String id = read(response).path(type.noun()).path("id").asString("");
        if (id.isEmpty()) {
            throw new ConnectorException(Verdict.unknownOutcome("it answered without an id"));
        }
        return id;
    }

    /** Asks for the number. */
    Optional<Found> find(Document document) throws IOException, InterruptedException {
        DocumentName name = document.name();
        DocumentType type = name.type();
        HttpResponse<byte[]> response = client.send(
                request("/" + type.plural() + "?company_id=" + settings.companyId(name.company()) + "&"
                                + type.numberField() + "="
                                + URLEncoder.encode(name.number(), StandardCharsets.UTF_8))
                        .GET()
                        .build(),
                BodyHandlers.ofByteArray());
        JsonNode list = response.statusCode() == 200 ? read(response).path(type.plural()) : null;
        if (list == null || !list.isArray()) {
            throw response.statusCode() == 200
                    ? new ConnectorException(Verdict.transientFailure("the look-up's answer cannot be read"))
                    : failure(response);
        }
        for (JsonNode found : list) {
            // A search may answer more than was asked for.
            if (found.path(type.numberField()).asString("").equals(name.number())) {
                return Optional.of(new Found(found.path("id").asString(""), isSame(document, found)));
            }
        }
        return Optional.empty();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(settings.address().toString().replaceAll("/+$", "") + path))
                .timeout(ANSWER)
                .header("Accept", "application/json");
    }

    private ObjectNode body(Document document) {
        DocumentName name = document.name();
        ObjectNode body = json.createObjectNode()
                .put("company_id", settings.companyId(name.company()))
                .put(name.type().numberField(), name.number())
                .put(name.type().dateField(), document.date().toString())
                .put("tax_entry_method", "out")
                .put("tax_fraction", "omit")
                .put("withholding_tax_entry_method", "out")
                .put("partner_title", "御中")
                .put("partner_display_name", document.partner());
        ArrayNode lines = body.putArray("lines");
        for (Document.Item item : document.items()) {
            lines.addObject()
                    .put("type", "item")
                    .put("description", item.description())
                    .put("quantity", item.quantity())
                    .put("unit_price", item.unitPrice().toPlainString())
                    .put("tax_rate", item.taxRate());
        }
        return body;
    }

    /** As far as the answer tells: a search may leave out the lines. */
    private static boolean isSame(Document document, JsonNode found) {
        boolean isSameHead = found.path(document.name().type().dateField())
                        .asString("")
                        .equals(document.date().toString())
                && found.path("partner_display_name")
                        .asString(document.partner())
                        .equals(document.partner());
        JsonNode lines = found.path("lines");
        return isSameHead && (!lines.isArray() || isSame(document.items(), lines));
    }

    private static boolean isSame(List<Document.Item> items, JsonNode lines) {
        if (items.size() != lines.size()) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            Document.Item item = items.get(i);
            JsonNode line = lines.path(i);
            if (!item.description().equals(line.path("description").asString(""))
                    || !isSame(item.quantity(), line.path("quantity"))
                    || !isSame(item.unitPrice(), line.path("unit_price"))
                    || !isSame(item.taxRate(), line.path("tax_rate"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(BigDecimal number, JsonNode value) {
        try {
            return number.compareTo(new BigDecimal(value.asString(""))) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private JsonNode read(HttpResponse<byte[]> response) {
        try {
            return json.readTree(response.body());
        } catch (JacksonException e) {
            return json.missingNode();
        }
    }

    /** What a status means here: only 429 is sure to have created nothing and to pass by itself. */
    private ConnectorException failure(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        List<String> messages = new ArrayList<>();
        read(response)
                .path("errors")
                .forEach(error -> error.path("messages").forEach(message -> messages.add(message.asString(""))));
        String words = "HTTP " + status + (messages.isEmpty() ? "" : ": " + String.join("; ", messages));
        String reason = words.length() > WORDS_MAX ? words.substring(0, WORDS_MAX) + "…" : words;
        Optional<Duration> wait = retryAfter.parse(
                response.headers().allValues("Retry-After"),
                response.headers().firstValue("Date").orElse(null));
        Verdict verdict;
        if (status == 429) {
            verdict = Verdict.throttled(reason);
        } else if (status == 403) {
            verdict = Verdict.throttled(reason).notBefore(LOCK_OUT);
        } else if (status >= 500 || status == 408 || status < 400) {
            verdict = Verdict.unknownOutcome(reason);
        } else {
            verdict = Verdict.rejected(reason);
        }
        return new ConnectorException(wait.isPresent() ? verdict.notBefore(wait.get()) : verdict);
    }
}
