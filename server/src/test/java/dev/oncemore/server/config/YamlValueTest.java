package dev.oncemore.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlValueTest {
    private static YamlValue read(String text) {
        return YamlValue.read("x.yaml", text);
    }

    @Test
    void valuesAreReadAsWhatTheyAre() {
        var entries = read("port: 8080\nname: \"007\"\non: true\nrate: 1.50\nlist: [a, b]\n")
                .entries();
        assertThat(entries.get("port").number(0, 65_535)).isEqualTo(8080);
        assertThat(entries.get("name").text()).isEqualTo("007");
        assertThat(entries.get("on").isTrue()).isTrue();
        assertThat(entries.get("rate").decimal()).isEqualByComparingTo("1.5");
        assertThat(entries.get("list").items()).map(YamlValue::text).containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port: 80x|x.yaml line 1: 'port' is '80x', but must be a whole number from 0 to 65535",
                "port: 65536|x.yaml line 1: 'port' is '65536', but must be a whole number from 0 to 65535",
                "port: [1]|x.yaml line 1: 'port' must be a single value",
                "prot: 1|x.yaml line 1: 'prot' is no setting; did you mean 'port'?",
                "whatever: 1|x.yaml line 1: 'whatever' is no setting; there are: host, port",
                "port: &a 1|x.yaml line 1: 'port' has an anchor, which is not read here; write the value twice",
                "just a text|x.yaml line 1: the file is 'just a text', but must be a list of names and values",
                "port: 1\\nport: 2|x.yaml line 2",
                "host: a\\n\\nport: {|this is no YAML",
                "\\t- x|this is no YAML",
            })
    void whatWillNotDoIsToldWithItsLine(String text, String message) {
        assertThatThrownBy(() -> read(text.replace("\\n", "\n").replace("\\t", "\t"))
                        .entries(Set.of("port", "host"))
                        .get("port")
                        .number(0, 65_535))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFileThatIsNotThere_orTooLarge_orEmpty(@TempDir Path folder) throws Exception {
        assertThatThrownBy(() -> YamlValue.read(folder.resolve("none.yaml"))).hasMessageContaining("cannot be read");
        Path large = Files.writeString(folder.resolve("large.yaml"), "a".repeat(1_000_001));
        assertThatThrownBy(() -> YamlValue.read(large)).hasMessageContaining("larger than 1000000 bytes");
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "");
        assertThatThrownBy(() -> YamlValue.read(empty)).hasMessageContaining("is empty");
    }
}
