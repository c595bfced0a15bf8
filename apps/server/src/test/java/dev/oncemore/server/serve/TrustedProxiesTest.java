package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.web.TrustedProxies;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers about the client count only from a proxy that is trusted. */
class TrustedProxiesTest {
    @TempDir
    private Path folder;

    private record Login(String cookie, String client, boolean isTlsOnly) {}

    private Login login(String trusted, List<String> forwarded, String scheme) throws Exception {
        Path data = folder.resolve(Integer.toHexString((trusted + forwarded + scheme).hashCode()) + ".db");
        try (Server server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + data), DeskClient.TOKEN, false)
                        .proxies(TrustedProxies.parse(trusted)),
                Map.of())) {
            Visitor visitor = new Visitor(server.address());
            HttpRequest.Builder request = visitor.request("/login")
                    .header("X-Forwarded-Proto", scheme)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(
                            "name=admin&password=" + server.firstPassword().orElseThrow()));
            forwarded.forEach(line -> request.header("X-Forwarded-For", line));
            HttpResponse<String> answer = visitor.send(request);
            String why = server.backend()
                    .database()
                    .first("SELECT why FROM oncemore_audit WHERE action = 'login'", row -> row.getString(1))
                    .orElseThrow();
            return new Login(
                    answer.headers().firstValue("Set-Cookie").orElseThrow(),
                    why.substring("from ".length()),
                    answer.headers().firstValue("Strict-Transport-Security").isPresent());
        }
    }

    @Test
    void believesATrustedProxy() throws Exception {
        Login login = login("true", List.of("6.6.6.6, 198.51.100.7, 10.0.0.9"), "https");
        assertThat(login.cookie()).contains("Secure");
        assertThat(login.client())
                .as("the last address that is no proxy's; those before it may be invented")
                .isEqualTo("198.51.100.7");
        Login plain = login("127.0.0.1", List.of("6.6.6.6", "2001:db8::7"), "https, http");
        assertThat(plain.cookie()).as("the last proxy got it without TLS").doesNotContain("Secure");
        assertThat(plain.client()).isEqualTo("2001:db8:0:0:0:0:0:7");
    }

    @Test
    void believesNobodyElse() throws Exception {
        Login direct = login("false", List.of("198.51.100.7"), "https");
        assertThat(direct.cookie()).doesNotContain("Secure");
        assertThat(direct.client()).isEqualTo("127.0.0.1");
        Login stranger = login("10.0.0.0/8", List.of("198.51.100.7"), "https");
        assertThat(stranger.cookie()).doesNotContain("Secure");
        assertThat(stranger.client()).isEqualTo("127.0.0.1");
    }

    /** Each entry is what was sent, and the client that counts; the last proxy is on this machine. */
    private static final Map<List<String>, String> COUNTED = Map.ofEntries(
            Map.entry(List.of(), "127.0.0.1"),
            Map.entry(List.of(""), "127.0.0.1"),
            Map.entry(List.of("198.51.100.1"), "198.51.100.1"),
            Map.entry(List.of("6.6.6.6", "198.51.100.2"), "198.51.100.2"),
            Map.entry(List.of("6.6.6.6,7.7.7.7 ,\t198.51.100.3"), "198.51.100.3"),
            Map.entry(List.of("6.6.6.6, 198.51.100.4, 10.0.0.9, 10.0.0.8"), "198.51.100.4"),
            Map.entry(List.of("198.51.100.5:4711"), "198.51.100.5"),
            Map.entry(List.of("[2001:db8::6]:443"), "2001:db8:0:0:0:0:0:6"),
            Map.entry(List.of("[2001:db8::7]"), "2001:db8:0:0:0:0:0:7"),
            Map.entry(List.of("::ffff:198.51.100.8"), "198.51.100.8"),
            Map.entry(List.of("fe80::9%eth0"), "fe80:0:0:0:0:0:0:9"),
            Map.entry(List.of("10.0.0.10"), "10.0.0.10"),
            Map.entry(List.of("192.168.0.1, 172.16.0.11, 10.0.0.9"), "192.168.0.1"),
            Map.entry(List.of("198.51.100.12, unknown"), "127.0.0.1"),
            Map.entry(List.of("198.51.100.13, 10.0.0.13, 999.1.1.1"), "127.0.0.1"),
            Map.entry(List.of("198.51.100.14, _hidden, 10.0.0.14"), "10.0.0.14"),
            Map.entry(List.of("6.6.6.6, <script>alert(1)</script>"), "127.0.0.1"),
            Map.entry(List.of("localhost"), "127.0.0.1"),
            Map.entry(List.of("1.2.3.4.5"), "127.0.0.1"),
            Map.entry(List.of("010.0.0.1"), "127.0.0.1"),
            Map.entry(List.of("198.51.100.15, ,"), "127.0.0.1"));

    @Test
    void theLastAddressThatIsNotAProxyIsTheClient_andAnInvalidEntryEndsTheSearch() throws Exception {
        try (Server server = Server.start(
                new ServerSettings(
                                "127.0.0.1",
                                0,
                                StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                DeskClient.TOKEN,
                                false)
                        .proxies(TrustedProxies.parse("true")),
                Map.of())) {
            Visitor visitor = new Visitor(server.address());
            for (Map.Entry<List<String>, String> sent : COUNTED.entrySet()) {
                server.backend().database().update("DELETE FROM oncemore_audit");
                HttpRequest.Builder request = visitor.request("/login")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("name=&password="));
                sent.getKey().forEach(line -> request.header("X-Forwarded-For", line));
                assertThat(visitor.send(request).statusCode()).isEqualTo(401);
                assertThat(server.backend().database().query("SELECT why FROM oncemore_audit", row -> row.getString(1)))
                        .as(sent.getKey().toString())
                        .containsExactly("from " + sent.getValue());
            }
        }
    }

    @Test
    void browsersAreToldToUseOnlyTls_ifATrustedProxyUsesIt() throws Exception {
        assertThat(login("true", List.of(), "https").isTlsOnly()).isTrue();
        assertThat(login("true", List.of(), "http").isTlsOnly()).isFalse();
        assertThat(login("false", List.of(), "https").isTlsOnly())
                .as("anybody can say so")
                .isFalse();
    }

    @Test
    void refusesWhatIsNoNetwork() {
        for (String wrong : List.of(
                "yes", "10.0.0.0/33", "10.0.0", "::1/129", "proxy.local", "", "10.0.0.1,,", "1/2/3", "10.0.0.1:80")) {
            assertThatThrownBy(() -> TrustedProxies.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not an address or network");
        }
        assertThat(new ServeSettings(Map.of("host", "0.0.0.0", "trust-proxy", "10.0.0.0/8, ::1"), Map.of())
                        .server()
                        .proxies()
                        .isAny())
                .isTrue();
        assertThatThrownBy(
                        () -> new ServeSettings(Map.of("host", "0.0.0.0", "trust-proxy", "false"), Map.of()).server())
                .hasMessageContaining("--tls-cert");
    }
}
