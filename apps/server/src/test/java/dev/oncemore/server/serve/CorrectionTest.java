package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A correction judges the document that a row leaves and the one that it enters, and no others need be looked at. */
class CorrectionTest {
    private final JsonMapper json = JsonMapper.builder().build();
    private Visitor visitor;
    private String path;

    private JsonNode api(String method, String where, String body) throws Exception {
        HttpResponse<String> answer = visitor.api(method, where, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    private List<String> states() throws Exception {
        List<String> states = new ArrayList<>();
        api("GET", path + "/rows", "")
                .path("rows")
                .forEach(row -> states.add(
                        row.path("row").asInt() + " " + row.path("state").asString()));
        return states;
    }

    private String total() throws Exception {
        return api("GET", path, "").path("total").asString();
    }

    @Test
    void documentsAreLeftAndEntered(@TempDir Path folder) throws Exception {
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false);
        try (Server server = Server.start(settings, Map.of())) {
            visitor = new Visitor(server.address());
            String csv = """
                    number,date,partner,description,quantity,unit_price,tax_rate
                    A,2026-01-31,Foods,tea,1,100,8
                    B,2026-01-31,Foods,rice,1,200,8
                    A,2026-01-31,Foods,salt,1,400,8
                    C,2026-01-31,Foods,oil,1,800,8
                    """;
            HttpResponse<String> taken = Upload.of(csv)
                    .field("company", "comp1")
                    .field("type", "invoice")
                    .send(visitor, "/api/sheets", request -> request.header("Authorization", "Bearer " + TOKEN));
            path = "/api/sheets/" + json.readTree(taken.body()).path("id").asString();
            assertThat(states()).as("A is torn apart").containsExactly("2 Error", "3 Pending", "4 Error", "5 Pending");
            assertThat(total()).isEqualTo("2 invoices, 1,000 without tax");

            api("PUT", path + "/rows/3", "{\"number\":\"A\"}");
            assertThat(states())
                    .as("B is gone, A is whole")
                    .containsExactly("2 Pending", "3 Pending", "4 Pending", "5 Pending");
            assertThat(total()).isEqualTo("2 invoices, 1,500 without tax");

            api("PUT", path + "/rows/4", "{\"number\":\"C\"}");
            assertThat(total()).as("salt is on the other invoice").isEqualTo("2 invoices, 1,500 without tax");
            api("PUT", path + "/rows/4", "{\"number\":\"\"}");
            assertThat(states())
                    .as("a line without a number may belong to the document above, which is never sent by halves")
                    .containsExactly("2 Error", "3 Error", "4 Error", "5 Pending");
            assertThat(total()).isEqualTo("1 invoice, 800 without tax");
            api("PUT", path + "/rows/4", "{\"number\":\"D\"}");
            assertThat(states()).containsExactly("2 Pending", "3 Pending", "4 Pending", "5 Pending");
            assertThat(total()).isEqualTo("3 invoices, 1,500 without tax");
            api("PUT", path + "/rows/4", "{\"number\":\"\"}");
            api("PUT", path + "/rows/5", "{\"number\":\"A\"}");
            assertThat(states())
                    .as("torn apart by the row without a number")
                    .containsExactly("2 Error", "3 Error", "4 Error", "5 Error");
            assertThat(total()).isEqualTo("0 invoices, 0 without tax");
            api("PUT", path + "/rows/4", "{\"number\":\"A\"}");
            assertThat(states()).containsExactly("2 Pending", "3 Pending", "4 Pending", "5 Pending");
            assertThat(total()).isEqualTo("1 invoice, 1,500 without tax");
        }
    }
}
