package dev.oncemore.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that no webhook may be sent to. */
class AddressGuardTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/",
                "https://127.8.8.8/",
                "https://0.0.0.0/",
                "https://10.1.2.3/",
                "https://172.16.0.1/",
                "https://172.31.255.255/",
                "https://192.168.1.1/",
                "https://169.254.169.254/latest/meta-data/",
                "https://100.64.0.1/",
                "https://100.127.255.255/",
                "https://198.19.0.1/",
                "https://224.0.0.1/",
                "https://255.255.255.255/",
                "https://[::1]/",
                "https://[::]/",
                "https://[fe80::1]/",
                "https://[fc00::1]/",
                "https://[fd00:ec2::254]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[::ffff:a9fe:a9fe]/",
                "https://[::127.0.0.1]/",
                "https://[64:ff9b::7f00:1]/",
                "https://[2002:7f00:1::]/",
                "https://[2001:0:1::1]/",
                "https://[ff02::1]/",
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0x7f.0.0.1/",
                "https://0177.0.0.1/",
                "https://8.8.8.010/",
                "https://127.1/",
                "https://8.8.8.8./",
                "https://user@8.8.8.8/",
                "https://user:secret@8.8.8.8/",
                "http://8.8.8.8/",
                "ftp://8.8.8.8/",
                "file:///etc/passwd",
                "https:///",
                "https://8.8.8.8:0/",
                "mailto:ann@example.com",
            })
    void noMessageGoesThere(String url) {
        assertThatExceptionOfType(ForbiddenTargetException.class)
                .isThrownBy(() -> AddressGuard.publicOnly().admit(URI.create(url)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://8.8.8.8/",
                "https://172.15.0.1/",
                "https://172.32.0.1/",
                "https://100.63.0.1/",
                "https://100.128.0.1:8443/hook?a=1",
                "https://[2606:4700::1111]/",
                "HTTPS://1.1.1.1/",
            })
    void publicAddressesAreAllowed(String url) throws UnknownHostException {
        URI uri = URI.create(url);
        assertThat(AddressGuard.publicOnly().admit(uri)).isEqualTo(InetAddress.getByName(uri.getHost()));
    }

    @Test
    void aNameWithOneForbiddenAddressIsForbidden() throws UnknownHostException {
        InetAddress good = InetAddress.getByName("8.8.8.8");
        InetAddress bad = InetAddress.getByName("10.0.0.1");
        AddressGuard guard = AddressGuard.publicOnly().resolver(host -> List.of(good, bad));
        assertThatExceptionOfType(ForbiddenTargetException.class)
                .isThrownBy(() -> guard.admit(URI.create("https://shop.example/")));
    }

    @Test
    void rebinding_theAddressThatWasCheckedIsTheOneThatIsUsed() throws UnknownHostException {
        Deque<String> answers = new ArrayDeque<>(List.of("8.8.8.8", "127.0.0.1"));
        AddressGuard guard =
                AddressGuard.publicOnly().resolver(host -> List.of(InetAddress.getByName(answers.remove())));
        assertThat(guard.admit(URI.create("https://rebind.example/")).getHostAddress())
                .isEqualTo("8.8.8.8");
        assertThat(answers).hasSize(1);
        assertThatExceptionOfType(ForbiddenTargetException.class)
                .isThrownBy(() -> guard.admit(URI.create("https://rebind.example/")));
    }

    @Test
    void theRefusalDoesNotTellWhatIsThere() {
        assertThatExceptionOfType(ForbiddenTargetException.class)
                .isThrownBy(() -> AddressGuard.publicOnly()
                        .resolver(host -> List.of(InetAddress.getByName("10.0.0.7")))
                        .admit(URI.create("https://intranet.example/")))
                .withMessageNotContaining("10.0.0.7");
    }
}
