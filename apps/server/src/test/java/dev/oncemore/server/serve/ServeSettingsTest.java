package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.config.ConfigException;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.desk.send.DeskSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, the environment, a file: the first that has a setting counts, and whatever is wrong is told with its place. */
class ServeSettingsTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("oncemore.yaml");
    }

    private ServeSettings read(Map<String, String> flags, Map<String, String> environment, String yaml)
            throws IOException {
        Files.writeString(file, yaml);
        Map<String, String> all = new HashMap<>(flags);
        all.put("config", file.toString());
        return new ServeSettings(all, environment);
    }

    @Test
    void nobodyNeedsAnyOfThem() {
        ServerSettings settings = new ServeSettings(Map.of(), Map.of()).server();
        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.store()).hasToString("sqlite:data/oncemore.db");
    }

    @Test
    void theCommandLineCountsFirst_thenTheEnvironment_thenTheFile() throws IOException {
        String yaml = "port: 1\ndata: file\nstore: sqlite:file.db\n";
        assertThat(read(Map.of(), Map.of(), yaml).server().port()).isEqualTo(1);
        assertThat(read(Map.of(), Map.of("ONCEMORE_PORT", "2"), yaml).server().port())
                .isEqualTo(2);
        ServerSettings all = read(
                        Map.of("port", "3"),
                        Map.of("ONCEMORE_PORT", "2", "ONCEMORE_STORE", "sqlite:environment.db"),
                        yaml)
                .server();
        assertThat(all.port()).isEqualTo(3);
        assertThat(all.store()).hasToString("sqlite:environment.db");
    }

    @Test
    void aSandboxBesideTheServer_orElsewhere_orNone() throws IOException {
        ServeSettings beside = read(Map.of(), Map.of(), "sandbox: true\nsandbox-port: 0\nsandbox-faults: 429=5%\n");
        assertThat(beside.isSandboxOwn()).isTrue();
        assertThat(beside.sandboxPort()).isZero();
        assertThat(beside.sandboxFaults().total()).isEqualTo(0.05);
        assertThat(beside.desk()).isEmpty();
        ServeSettings elsewhere =
                read(Map.of(), Map.of(), "sandbox: http://127.0.0.1:4011\ncompany-id:\n  comp1: 12\n");
        assertThat(elsewhere.isSandboxOwn()).isFalse();
        DeskSettings desk = elsewhere.desk().orElseThrow();
        assertThat(desk.connectors()).extracting(ConnectorSpec::name).containsExactly("sandbox");
        assertThat(desk.companyIds()).isEqualTo(Map.of("comp1", "12"));
        ServeSettings both = read(
                Map.of("connector", "generic"),
                Map.of("GENERIC_ADDRESS", "https://api.example.com"),
                "sandbox: http://127.0.0.1:4011\n");
        assertThat(both.desk().orElseThrow().connectors())
                .as("what is real is the usual one")
                .extracting(ConnectorSpec::name)
                .containsExactly("generic", "sandbox");
        assertThat(both.desk(URI.create("http://x")).connectors())
                .extracting(ConnectorSpec::name)
                .containsExactly("generic", "sandbox");
        ServeSettings sameWithAnEmptyVariable = read(
                Map.of(),
                Map.of(
                        "GENERIC_ADDRESS",
                        "https://api.example.com",
                        "ONCEMORE_COMPANY_ID",
                        "",
                        "ONCEMORE_CONNECTOR",
                        ""),
                "sandbox: http://x\nconnector: [generic]\ncompany-id:\n  comp1: 12\n");
        assertThat(sameWithAnEmptyVariable.desk().orElseThrow().connectors()).hasSize(2);
        ServeSettings none = read(Map.of(), Map.of("ONCEMORE_COMPANY_ID", "a=1,b=2"), "sandbox: false\n");
        assertThat(none.isSandboxOwn()).isFalse();
        assertThat(none.desk()).isEmpty();
        assertThat(none.desk(URI.create("http://x")).companyIds())
                .containsExactlyInAnyOrderEntriesOf(Map.of("a", "1", "b", "2"));
    }

    @Test
    void whereMonthsEnd_andHowLongFilesAreKept() throws IOException {
        DeskSettings usual = read(Map.of(), Map.of(), "sandbox: http://127.0.0.1:4011\n")
                .desk()
                .orElseThrow();
        assertThat(usual.billingZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(usual.filesKept()).isEqualTo(Duration.ofDays(90));
        DeskSettings set = read(
                        Map.of(),
                        Map.of(),
                        "sandbox: http://127.0.0.1:4011\nbilling-zone: Asia/Tokyo\nkeep-files: 30d\n")
                .desk()
                .orElseThrow();
        assertThat(set.billingZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(set.filesKept()).isEqualTo(Duration.ofDays(30));
        String sandbox = "sandbox: http://127.0.0.1:4011\n";
        assertWrong(
                Map.of(),
                sandbox + "billing-zone: Tokio\n",
                file + ", line 2: 'billing-zone': there is no time zone 'Tokio'; write one such as Asia/Tokyo");
        assertWrong(
                Map.of(),
                sandbox + "keep-files: 1h\n",
                file + ", line 2: 'keep-files': the retention of files is 1 h, but 1 d to 3650 d are allowed");
    }

    @Test
    void whatIsWrongIsToldWithItsPlace() {
        assertWrong(
                Map.of(),
                "host: x\nport: 80x\n",
                file + ", line 2: 'port' is '80x', but a whole number from 0 to 65535 is expected");
        assertWrong(Map.of(), "\n\nprot: 80\n", file + ", line 3: 'prot' is unknown; did you mean 'port'?");
        assertWrong(
                Map.of(),
                "store: oracle:x\n",
                file + ", line 1: 'store': 'oracle:x' is not a store; write sqlite:PATH");
        assertWrong(
                Map.of(),
                "allow-public: yes\n",
                file + ", line 1: 'allow-public' is 'yes', but one of false, true is expected");
        assertWrong(
                Map.of(),
                "allow-public: false\nhost: 0.0.0.0\n",
                file + ", line 2: 'host': the address 0.0.0.0 is reachable from other machines");
        assertWrong(Map.of(), "billing-zone: Tokyo\n", file + ", line 1: 'billing-zone'");
        assertWrong(Map.of(), "keep-files: 0d\n", file + ", line 1: 'keep-files'");
        assertWrong(
                Map.of(),
                "sandbox: http://x\nsandbox-faults: 30%\n",
                file + ", line 2: 'sandbox-faults': this needs a sandbox beside the server");
        assertWrong(Map.of("ONCEMORE_PORT", "-1"), "host: x\n", "the environment's ONCEMORE_PORT: 'port' is '-1', but");
        assertWrong(Map.of("ONCEMORE_COMPANY_ID", "a"), "sandbox: http://x\n", "'company-id' is 'a', but NAME=VALUE");
        assertWrong(
                Map.of(),
                "connector:\n  - nosuch.yml\n",
                file + ", line 2: 'connector[0]': no connector or file 'nosuch.yml' exists");
    }

    private void assertWrong(Map<String, String> environment, String yaml, String message) {
        assertThatThrownBy(() -> {
                    ServeSettings settings = read(Map.of(), environment, yaml);
                    settings.desk();
                    settings.server();
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
