package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.ServletContext;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code If-Match} of real requests in Jetty, and all its forms. */
class IfMatchTest extends FilterContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.jetty(application);
    }

    private void serves(IfMatch ifMatch, String currentTag) {
        shop.filteredBy((request, response, chain) -> chain.doFilter(request, response));
        shop.does((request, response) -> {
            if (ifMatch.passes(request, response, currentTag)) {
                response.setStatus(204);
            }
        });
    }

    private HttpResponse<String> put(String... ifMatch) throws Exception {
        HttpRequest.Builder request = to("/orders/7").PUT(HttpRequest.BodyPublishers.ofString("{}"));
        for (String value : ifMatch) {
            request.header("If-Match", value);
        }
        return send(request.build());
    }

    @Test
    void theCurrentTagPasses_andAnOlderOneGets412WithTheCurrentOne() throws Exception {
        serves(IfMatch.required(), "\"8\"");
        assertThat(put("\"8\"").statusCode()).isEqualTo(204);

        HttpResponse<String> old = put("\"7\"");
        assertThat(old.statusCode()).isEqualTo(412);
        assertThat(old.headers().firstValue("etag")).hasValue("\"8\"");
        assertThat(old.headers().firstValue("content-type").orElseThrow()).startsWith("application/problem+json");
        assertThat(old.body()).contains("#precondition-failed", "read it again");
    }

    @Test
    void withoutTheHeaderItIs428_whereItIsRequired() throws Exception {
        serves(IfMatch.required(), "\"8\"");
        HttpResponse<String> response = put();
        assertThat(response.statusCode()).isEqualTo(428);
        assertThat(response.body()).contains("#precondition-required");

        serves(IfMatch.optional(), "\"8\"");
        assertThat(put().statusCode()).isEqualTo(204);
        assertThat(put("\"7\"").statusCode()).isEqualTo(412);
    }

    @Test
    void severalLinesAreOneList() throws Exception {
        serves(IfMatch.required(), "\"8\"");
        assertThat(put("\"6\"", "\"7\", \"8\"").statusCode()).isEqualTo(204);
        assertThat(put("\"6\"", "\"7\"").statusCode()).isEqualTo(412);
    }

    @Test
    void aStarPasses_ifThereIsAResource() throws Exception {
        serves(IfMatch.required(), "\"8\"");
        assertThat(put("*").statusCode()).isEqualTo(204);

        serves(IfMatch.required(), null);
        HttpResponse<String> missing = put("*");
        assertThat(missing.statusCode()).isEqualTo(412);
        assertThat(missing.headers().firstValue("etag")).isEmpty();
        assertThat(put("\"8\"").statusCode()).isEqualTo(412);
    }

    @Test
    void aMalformedHeaderSaysSo() throws Exception {
        serves(IfMatch.optional(), "\"8\"");
        HttpResponse<String> response = put("8");
        assertThat(response.statusCode()).isEqualTo(412);
        assertThat(response.body()).contains("a list of quoted entity tags");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"8\"                 | \"8\"      | true",
                "\"8\"                 | W/\"8\"    | false",
                "W/\"8\"               | \"8\"      | false",
                "W/\"8\"               | W/\"8\"    | false",
                "W/\"8\", \"8\"        | \"8\"      | true",
                "\"7\" , ,\t\"8\"      | \"8\"      | true",
                "\"7\",\"8\",          | \"8\"      | true",
                "\"7,8\"               | \"8\"      | false",
                "\"7,8\"               | \"7,8\"    | true",
                "\"\"                  | \"\"       | true",
                "\"8\" \"9\"           | \"8\"      | false",
                "\"8                   | \"8\"      | false",
                "\"8 9\"               | \"8\"      | false",
                "w/\"8\"               | \"8\"      | false",
                "*, \"8\"              | \"8\"      | false",
                "8                     | \"8\"      | false",
            })
    void tagsAreComparedStrongly(String header, String current, boolean matches) {
        assertThat(IfMatch.matches(List.of(header), current)).isEqualTo(matches);
    }

    @Test
    void anEmptyHeaderMatchesNothing() {
        assertThat(IfMatch.matches(List.of(""), "\"8\"")).isFalse();
        assertThat(IfMatch.matches(List.of(","), "\"8\"")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "\"8", "W/8", "\"8\"9", "\"8 9\"", "*", ""})
    void aCurrentTagThatIsNoneIsAMistakeOfTheServer(String tag) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IfMatch.matches(List.of("*"), tag))
                .withMessageStartingWith("an entity tag has quotes");
    }
}
