package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What freee's schema says of requests and answers, held against our connector and against the sandbox. */
class FreeeFactsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static JsonNode facts(String type) throws Exception {
        try (InputStream file = Objects.requireNonNull(FreeeFactsTest.class.getResourceAsStream("freee-facts.json"))) {
            return JSON.readTree(file.readAllBytes()).path(type);
        }
    }

    /** Everything that is not as the facts have it. */
    private static List<String> wrong(JsonNode value, JsonNode fields, String at, boolean isUnknownAllowed) {
        List<String> wrong = new ArrayList<>();
        fields.properties().forEach(field -> {
            String name = at + field.getKey();
            JsonNode found = value.path(field.getKey());
            JsonNode fact = field.getValue();
            if (found.isMissingNode()) {
                if (fact.path("required").asBoolean(false)) {
                    wrong.add(name + " is missing");
                }
            } else if (!isAs(found, fact)) {
                wrong.add(name + " is " + found);
            } else if (found.isArray()) {
                found.forEach(item -> wrong.addAll(wrong(item, fact.path("items"), name + "[]", isUnknownAllowed)));
            }
        });
        value.propertyNames().stream()
                .filter(name -> !isUnknownAllowed && !fields.has(name))
                .forEach(name -> wrong.add(at + name + " is not known"));
        return wrong;
    }

    private static boolean isAs(JsonNode found, JsonNode fact) {
        boolean isType = switch (fact.path("type").asString()) {
            case "string" -> found.isString();
            case "integer" -> found.isIntegralNumber();
            case "number" -> found.isNumber();
            case "boolean" -> found.isBoolean();
            default -> found.isArray();
        };
        String text = found.asString("");
        return isType
                && (!fact.has("pattern") || text.matches(fact.path("pattern").asString()))
                && (!fact.has("lengthMax")
                        || text.length() <= fact.path("lengthMax").asInt())
                && (!fact.has("least")
                        || found.decimalValue().compareTo(fact.path("least").decimalValue()) >= 0)
                && (!fact.has("most")
                        || found.decimalValue().compareTo(fact.path("most").decimalValue()) <= 0)
                && (!fact.has("oneOf")
                        || fact.path("oneOf").valueStream().anyMatch(one -> isSame(one.asString(), found, text)));
    }

    private static boolean isSame(String allowed, JsonNode found, String text) {
        return found.isNumber() ? new BigDecimal(allowed).compareTo(found.decimalValue()) == 0 : allowed.equals(text);
    }

    private static Outgoing document(String type) {
        return new Outgoing(
                type,
                Map.of(
                        "company",
                        "comp1",
                        "companyId",
                        "7",
                        "number",
                        "A-1",
                        "date",
                        "2026-01-31",
                        "partner",
                        "Foods",
                        "key",
                        "k"),
                List.of(
                        Map.of("description", "tea", "quantity", "2.5", "unitPrice", "150.250", "taxRate", "8"),
                        Map.of("description", "off", "quantity", "1", "unitPrice", "-100", "taxRate", "10")));
    }

    @ParameterizedTest
    @CsvSource({"invoice", "delivery"})
    void whatWeSendAndWhatTheSandboxAnswersIsAsFreeeHasIt(String type) throws Exception {
        JsonNode facts = facts(type);
        String noun = facts.path("noun").asString();
        ConnectorSpec freee = ConnectorFile.shipped("freee", Map.of());
        String written = Objects.requireNonNull(freee.documents.get(type))
                .create()
                .body()
                .filled(document(type))
                .toString();
        JsonNode body = JSON.readTree(written);
        assertThat(wrong(body, facts.path("request"), "", false)).isEmpty();
        HttpClient client = HttpClient.newHttpClient();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            URI collection = URI.create(sandbox.address() + "/" + noun + "s");
            HttpResponse<String> created = client.send(
                    HttpRequest.newBuilder(collection)
                            .POST(BodyPublishers.ofString(written))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            assertThat(wrong(JSON.readTree(created.body()).path(noun), facts.path("created"), "", true))
                    .isEmpty();
            String query = "?company_id=7&" + noun + "_number=A-1";
            HttpResponse<String> found = client.send(
                    HttpRequest.newBuilder(URI.create(collection + query)).build(), BodyHandlers.ofString());
            JsonNode list = JSON.readTree(found.body()).path(noun + "s");
            assertThat(list.size()).isEqualTo(1);
            assertThat(wrong(list.path(0), facts.path("found"), "", true)).isEmpty();
            String link =
                    JSON.readTree(created.body()).path(noun).path("report_url").asString();
            assertThat(client.send(HttpRequest.newBuilder(URI.create(link)).build(), BodyHandlers.ofString())
                            .statusCode())
                    .as("the link leads to it")
                    .isEqualTo(200);
        }
    }

    @Test
    void theFactsDoFindWhatIsWrong() throws Exception {
        JsonNode bad =
                JSON.readTree("{\"company_id\":\"7\",\"billing_date\":\"31.1.2026\",\"tax_entry_method\":\"inside\","
                        + "\"lines\":[{\"tax_rate\":19,\"colour\":1}]}");
        assertThat(wrong(bad, facts("invoice").path("request"), "", false))
                .contains(
                        "company_id is \"7\"",
                        "billing_date is \"31.1.2026\"",
                        "tax_entry_method is \"inside\"",
                        "tax_fraction is missing",
                        "lines[]tax_rate is 19",
                        "lines[]colour is not known");
    }
}
