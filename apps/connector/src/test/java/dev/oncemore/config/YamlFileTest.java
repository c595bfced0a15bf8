package dev.oncemore.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFileTest {

    private static YamlPart parse(String text) {
        return YamlFile.parse("a.yml", text);
    }

    private static void refused(String text, Consumer<YamlPart> reading, String... words) {
        assertThatThrownBy(() -> reading.accept(parse(text)))
                .isInstanceOf(ConfigException.class)
                .message()
                .contains(words);
    }

    @Test
    void valuesAreReadWithTheirBounds() {
        YamlPart file = parse("port: 8080\nhold: 10m\nlist: [a, 'true']\nyes: true\nnone:\n");
        assertThat(file.require("port").number(1, 9_000)).isEqualTo(8_080);
        assertThat(file.require("hold").span(Duration.ZERO, Duration.ofDays(1))).isEqualTo(Duration.ofMinutes(10));
        assertThat(file.require("list").items()).extracting(YamlPart::text).containsExactly("a", "true");
        assertThat(file.require("list").items()).noneMatch(YamlPart::isLiteral);
        assertThat(file.require("yes").truth()).isTrue();
        assertThat(file.require("yes").isLiteral()).isTrue();
        assertThat(file.find("none")).isEmpty();
        assertThat(file.find("other")).isEmpty();
    }

    /** People look for the name, not for the first line of its value. */
    @Test
    void aValueHasTheLineOfItsName() {
        refused("ok: 1\nwrong:\n  a: 1\n", file -> file.only("ok"), "a.yml, line 2: 'wrong' is unknown");
        assertThat(parse("a:\n  - b\n  - c: 1\n").require("a").items())
                .extracting(YamlPart::line)
                .containsExactly(2, 3);
    }

    @Test
    void valuesThatAreNestedTooDeeplyAreRefused() {
        assertThatThrownBy(() -> parse("a: " + "[".repeat(100_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a.yml, line 1: invalid YAML: the values are nested too deeply");
    }

    @Test
    void aSecondDocumentIsReportedInAWholeSentence() {
        assertThatThrownBy(() -> parse("a: 1\n---\nb: 2\n"))
                .hasMessage("a.yml, line 2: invalid YAML: expected a single document in the stream, but found another"
                        + " document");
    }

    @Test
    void anUnreadableFileIsReportedInWords(@TempDir Path folder) throws Exception {
        Path latin = Files.write(folder.resolve("latin.yml"), new byte[] {'a', ':', ' ', (byte) 0xf6});

        assertThatThrownBy(() -> YamlFile.read(folder.resolve("none.yml")))
                .hasMessageContaining("none.yml, line 1: the file cannot be read (it does not exist)");
        assertThatThrownBy(() -> YamlFile.read(latin)).hasMessageContaining("cannot be read (it is not UTF-8 text)");
        assertThatThrownBy(() -> YamlFile.read(folder)).hasMessageContaining("cannot be read (Is a directory)");
    }

    @Test
    void whatIsWrongIsToldWithFileLineValueAndWhatIsAllowed() {
        refused(
                "a: 1\nport: 99999\n",
                file -> file.require("port").number(0, 65_535),
                "a.yml, line 2: 'port' is '99999'",
                "from 0 to 65535");
        refused("port: x\n", file -> file.require("port").number(0, 9), "'x'", "from 0 to 9");
        refused(
                "a:\n  b: 1\n  c: 2\n",
                file -> file.require("a").only("b", "d"),
                "a.yml, line 3: 'a.c' is unknown",
                "b, d");
        refused("a:\n  b: 1\n", file -> file.require("a").require("x"), "line 1: 'a.x' is missing");
        refused("a: maybe\n", file -> file.require("a").truth(), "one of true, false");
        refused(
                "a: 2x\n",
                file -> file.require("a").span(Duration.ZERO, Duration.ofHours(1)),
                "'2x'",
                "from 0 ms to 1 h");
        refused("a: 2h\n", file -> file.require("a").span(Duration.ZERO, Duration.ofHours(1)), "'2h'");
        refused("a: [1]\n", file -> file.require("a").text(), "'a' is a list, but a text is expected");
        refused("a: {b: 1}\n", file -> file.require("a").choice(List.of("x")), "'a' is a mapping, but one of x");
        refused("a: 1\n", file -> file.require("a").items(), "a list");
    }

    @Test
    void whatIsNoMappingIsRefused() {
        refused("", file -> {}, "line 1: the file is empty");
        refused("- a\n", file -> {}, "names with values");
        refused("a: 1\nb: [\n", file -> {}, "line 3: invalid YAML");
        refused("a: 1\na: 2\n", file -> {}, "line 2: 'a' is set twice");
        refused("a: &x [1]\nb: *x\n", YamlPart::entries, "anchors");
        refused("? [a]\n: 1\n", file -> {}, "line 1: invalid YAML");
    }

    @Test
    void aFileIsReadFromTheDisk(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("s.yml"), "a: 1\n");
        assertThat(YamlFile.read(file).require("a").text()).isEqualTo("1");
        assertThatThrownBy(() -> YamlFile.read(folder.resolve("none.yml")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none.yml, line 1: the file cannot be read");
        Files.write(file, new byte[1_000_001]);
        assertThatThrownBy(() -> YamlFile.read(file)).hasMessageContaining("1000000 bytes");
        Files.write(file, new byte[] {'a', (byte) 0xFF});
        assertThatThrownBy(() -> YamlFile.read(file)).hasMessageContaining("cannot be read");
    }
}
