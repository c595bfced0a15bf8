package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.config.ConfigException;
import dev.oncemore.config.YamlFile;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What a connector's file says, and what is said of a wrong one. */
class ConnectorFileTest {
    private static final String GOOD = """
            connector: mine
            address: https://api.example.com/v1
            auth: none
            statuses:
              403: {is: lockedOut, hold: 10m}
              409: failed
            documents:
              invoice:
                create:
                  path: /invoices
                  body:
                    number: ${number}
                    lines:
                      - forEach: line
                        text: ${description}
                        price: ${unitPrice:number}
                  id: invoice.id
            """;

    private static ConnectorSpec read(String text) {
        return ConnectorFile.read(YamlFile.parse("mine.yml", text), Map.of());
    }

    private static Outgoing document() {
        return new Outgoing(
                "invoice",
                Map.of(
                        "company",
                        "comp1",
                        "companyId",
                        "7",
                        "number",
                        "A & B",
                        "date",
                        "2026-01-31",
                        "partner",
                        "P",
                        "key",
                        "k"),
                List.of(
                        Map.of("description", "tea ${number}", "quantity", "2", "unitPrice", "150.50", "taxRate", "8"),
                        Map.of("description", "rice", "quantity", "1", "unitPrice", "900", "taxRate", "8")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"freee", "xero", "generic"})
    void thoseThatAreShippedCanBeRead(String name) {
        Map<String, String> environment = Map.of("GENERIC_ADDRESS", "https://api.example.com");
        assertThat(ConnectorFile.find(name, environment).takes("invoice")).isTrue();
        assertThat(ConnectorFile.SHIPPED).contains(name);
    }

    @Test
    void aTemplateIsFilledAndNothingBreaksOutOfItsPlace() {
        ConnectorSpec spec = read(GOOD);
        var create =
                java.util.Objects.requireNonNull(spec.documents.get("invoice")).create();
        assertThat(create.body().filled(document()).toString())
                .isEqualTo("{\"number\":\"A & B\",\"lines\":[{\"text\":\"tea ${number}\",\"price\":150.50},"
                        + "{\"text\":\"rice\",\"price\":900}]}");
        Template path = new Template("/invoices?number=${number}");
        assertThat(path.encoded(document().fields())).isEqualTo("/invoices?number=A%20%26%20B");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connector: mine | connector: My One | line 1: 'connector' is 'My One', but a name of 1 to 40",
                "https://api.example.com/v1 | http://api.example.com | line 2: 'address' is 'http://api.example.com'",
                "auth: none | auth: {bearer: 'not a name!'} | line 3: 'auth.bearer' must name an environment variable",
                "auth: none | auth: {bearer: A, basic: B} | line 3: 'auth' needs exactly one of",
                "auth: none | auth: {token: A} | line 3: 'auth.token' is unknown; allowed here: basic, bearer",
                "403: {is | 200: {is | line 5: '200' is not a status",
                "lockedOut | locked | line 5: 'statuses.403.is' is 'locked', but one of refused, throttled, lockedOut",
                "10m | 10x | line 5: 'statuses.403.hold' is '10x', but a duration such as 30s",
                "${description} | ${descripton} | line 15: 'documents.invoice.create.body.lines[0].text' is '${descripton}'",
                "number: ${number} | number: ${description} | line 12",
                "number: ${number} | number: ${numbr} | but ${number}, or another of the placeholders",
                "auth: none | auth: none\\nrates: [{span: 1s, limit: 2000000}] | line 4: 'rates[0].limit' is '2000000', but a whole number from 1 to 1000000",
                "${unitPrice:number} | ${description:number} | the placeholders",
                "${unitPrice:number} | 'x ${unitPrice:number}' | alone",
                "forEach: line | forEach: row | line 14: 'documents.invoice.create.body.lines[0].forEach' is 'row', but one of line",
                "id: invoice.id | id: invoice..id | line 17: 'invoice..id' is not a place",
                "id: invoice.id | ident: x | line 17: 'documents.invoice.create.ident' is unknown",
                "path: /invoices | path: invoices | line 10: 'documents.invoice.create.path' is 'invoices', but a path",
                "invoice: | memo: | line 8: 'documents.memo' is unknown; allowed here: delivery, invoice",
            })
    void whatIsWrongIsToldWithItsLine(String good, String bad, String words) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> read(GOOD.replace(good, bad.replace("\\n", "\n"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mine.yml, line")
                .hasMessageContaining(words.strip());
    }

    @Test
    void headersHoldWhatHeadersCanHold() {
        String header = "path: /invoices\n      headers: {X-It: '${%s}'}\n";
        assertThat(read(GOOD.replace("path: /invoices\n", header.formatted("companyId")))
                        .takes("invoice"))
                .isTrue();
        assertThatThrownBy(() -> read(GOOD.replace("path: /invoices\n", header.formatted("partner"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the placeholders: ${company}, ${companyId}, ${date}, ${key}");
        assertThatThrownBy(() -> read(GOOD + "key: {header: Host}\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'Host' cannot be set here");
    }

    @Test
    void whatCannotBeMadeIsRefused_andNothingOfItTold() {
        ConnectorSpec spec = read(GOOD.replace("number: ${number}", "company: ${companyId:number}"));
        AccountingSystem system = new AccountingSystem(spec, Map.of(), Time.system(), WallClock.system());
        Outgoing document = new Outgoing("invoice", Map.of("companyId", "tenant-1"), List.of());
        assertThatThrownBy(() -> system.create(document))
                .isInstanceOfSatisfying(
                        ConnectorException.class,
                        refusal -> assertThat(refusal.isRefusal()).isTrue())
                .hasMessageContaining("NumberFormatException")
                .hasMessageNotContaining("tenant-1");
    }

    @Test
    void aSecretThatNoHeaderCanHoldIsRefusedAtTheStart_andNotShown() {
        ConnectorSpec spec = read(GOOD.replace("auth: none", "auth: {bearer: MY_TOKEN}"));
        assertThatThrownBy(() -> new Connectors(
                        List.of(spec),
                        Map.of("MY_TOKEN", "geheim\u2013x"),
                        Time.system(),
                        WallClock.system(),
                        null,
                        event -> {}))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("MY_TOKEN has a character that is not allowed in a header")
                .hasMessageNotContaining("geheim");
    }

    @Test
    void ofSeveralWaysTheFirstCountsWhoseSecretsAreSet() {
        Auth auth = ConnectorFile.shipped("freee", Map.of()).auth;
        assertThat(auth.chosen(Map.of("FREEE_ACCESS_TOKEN", "t"))).isInstanceOf(Auth.Bearer.class);
        assertThat(auth.chosen(Map.of())).as("the last says what is missing").isInstanceOf(Auth.Bearer.class);
        assertThat(auth.chosen(Map.of("FREEE_CLIENT_ID", "i", "FREEE_CLIENT_SECRET", "s", "FREEE_REFRESH_TOKEN", "r")))
                .isInstanceOf(Auth.RefreshToken.class);
        assertThat(ConnectorFile.shipped("xero", Map.of())
                        .auth
                        .chosen(Map.of("XERO_CLIENT_ID", "i", "XERO_CLIENT_SECRET", "s")))
                .isInstanceOf(Auth.ClientCredentials.class);
    }

    @Test
    void aMissingFileIsReported() {
        assertThatThrownBy(() -> ConnectorFile.find("fre", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "no connector or file 'fre' exists; write the path of a YAML file, or one of freee");
        assertThatThrownBy(() -> ConnectorFile.find("frree", Map.of()))
                .hasMessageContaining("did you mean 'freee'?")
                .hasMessageNotContaining("line 1");
    }

    @Test
    void noFileOfAFolderIsLeftOutSilently(@TempDir Path folder) throws Exception {
        for (int i = 0; i <= 100; i++) {
            Files.writeString(folder.resolve(i + ".yml"), GOOD.replace("mine", "c-" + i));
        }
        assertThatThrownBy(() -> ConnectorFile.folder(folder, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has more than 100 YAML files");
        Files.delete(folder.resolve("0.yml"));
        assertThat(ConnectorFile.folder(folder, Map.of())).hasSize(100);
    }

    @Test
    void whatAnAnswerSaysIsNullIsNotThere() {
        JsonPlace place =
                JsonPlace.of(YamlFile.parse("x.yml", "at: invoices[].partner").require("at"));
        assertThat(place.all(JsonMapper.builder()
                        .build()
                        .readTree("{\"invoices\":[{\"partner\":null},{},{\"partner\":\"P\"}]}")))
                .extracting(node -> node.asString(""))
                .containsExactly("P");
    }

    @Test
    void aFolderIsReadAsAWhole_andMissingSecretsAreNamed(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("b.yml"), GOOD);
        Files.writeString(
                folder.resolve("a.yaml"),
                GOOD.replace("mine", "other").replace("auth: none", "auth: {bearer: NO_SUCH}"));
        Files.writeString(folder.resolve("c.txt"), "no yaml");
        List<ConnectorSpec> specs = ConnectorFile.folder(folder, Map.of());
        assertThat(specs).extracting(ConnectorSpec::name).containsExactly("other", "mine");
        assertThatThrownBy(() -> new Connectors(specs, Map.of(), Time.system(), WallClock.system(), null, event -> {}))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "a.yaml, line 3: 'auth.bearer' names the environment variable NO_SUCH, which is not set");
        assertThatThrownBy(() -> ConnectorFile.find("generic", Map.of("GENERIC_ADDRESS", "ftp://secret@x")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("GENERIC_ADDRESS must be an address")
                .hasMessageNotContaining("secret");
    }
}
