package dev.oncemore.observe.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonObjectTest {

    @Test
    void whateverTheTextIs_itComesBackAsItWas_onOneLine() {
        String nasty = "a\"b\\c\nd\re\tf\u0000g\u2028h\u2029i\u007fj é 😀 </script>";
        String json = new JsonObject().add("text", nasty).toString();

        assertThat(json).doesNotContain("\n", "\r", "\u2028", "\u2029", "\u0000");
        assertThat(JsonMapper.shared().readTree(json).get("text").asString()).isEqualTo(nasty);
    }

    @Test
    void halfACharacterIsEscaped() {
        assertThat(new JsonObject()
                        .add("text", "a\ud83d")
                        .add("other", "\ude00b")
                        .toString())
                .isEqualTo("{\"text\":\"a\\ud83d\",\"other\":\"\\ude00b\"}");
    }

    @Test
    void numbersObjectsAndLists() {
        JsonNode json = JsonMapper.shared()
                .readTree(new JsonObject()
                        .add("nothing", (String) null)
                        .add("long", Long.MIN_VALUE)
                        .add("share", 0.25)
                        .add("whole", 100.0)
                        .add("unknown", Double.NaN)
                        .add("is", true)
                        .add("inner", new JsonObject().add("a", 1))
                        .addAll("list", List.of("x", "y"), each -> new JsonObject().add("name", each))
                        .toString());

        assertThat(json.toString())
                .isEqualTo("{\"long\":-9223372036854775808,\"share\":0.25,\"whole\":100,\"is\":true,"
                        + "\"inner\":{\"a\":1},\"list\":[{\"name\":\"x\"},{\"name\":\"y\"}]}");
    }
}
