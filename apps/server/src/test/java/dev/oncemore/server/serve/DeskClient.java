package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody at the desk who uses the API. */
final class DeskClient {
    static final String TOKEN = "a token that is long enough";
    static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";

    private final JsonMapper json = JsonMapper.builder().build();
    private final Visitor visitor;

    DeskClient(URI address) {
        this.visitor = new Visitor(address);
    }

    static String sheetOf(String prefix, int documents) {
        return HEADINGS
                + IntStream.rangeClosed(1, documents)
                        .mapToObj(i -> prefix + i + ",2026-01-31,Foods,tea," + i + ",150,8\n")
                        .collect(Collectors.joining());
    }

    JsonNode api(String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = visitor.api(method, path, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return json.readTree(answer.body());
    }

    JsonNode upload(String csv, Map<String, String> more, int status) throws Exception {
        Map<String, String> fields =
                new LinkedHashMap<>(Map.of("company", "comp1", "type", "invoice", "confirm", "true"));
        fields.putAll(more);
        Upload upload = Upload.of(csv);
        fields.forEach(upload::field);
        HttpResponse<String> answer =
                upload.send(visitor, "/api/sheets", request -> request.header("Authorization", "Bearer " + TOKEN));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return json.readTree(answer.body());
    }

    /** Sends it, and answers where it is. */
    String send(String csv) throws Exception {
        return "/api/sheets/" + upload(csv, Map.of(), 201).path("id").asString();
    }

    JsonNode get(String path) throws Exception {
        return api("GET", path, "", 200);
    }

    JsonNode settled(String sheet) throws Exception {
        return Settled.await(() -> get(sheet));
    }

    JsonNode row(String sheet, int number) throws Exception {
        return get(sheet + "/rows?limit=1&after=" + (number - 1)).path("rows").path(0);
    }
}
