package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.ServletContext;
import java.net.http.HttpResponse;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status for a key that was used with another request. */
class MismatchStatusTest extends FilterContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.jetty(application);
    }

    private HttpResponse<String> mismatch(IdempotencySettings settings) throws Exception {
        filteredBy(settings);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        return order("\"k\"", "{\"item\":\"chair\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 422})
    void isTheOneThatWasSet_inStatusAndBody(int status) throws Exception {
        HttpResponse<String> response =
                mismatch(IdempotencySettings.standard().mismatchStatus(status).requestBytesMax(1_000));
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains("\"status\":" + status, "#payload-mismatch");
    }

    @Test
    void followsTheSyntax_ifNoneWasSet() throws Exception {
        assertThat(mismatch(IdempotencySettings.standard()).statusCode()).isEqualTo(422);
        assertThat(mismatch(IdempotencySettings.stripeDefaults()).statusCode()).isEqualTo(400);
        assertThat(mismatch(IdempotencySettings.stripeDefaults().mismatchStatus(409))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void changesNoOtherProblem() throws Exception {
        filteredBy(IdempotencySettings.standard().mismatchStatus(409));
        assertThat(order("malformed", ORDER).statusCode()).isEqualTo(400);
    }

    @Test
    void anyOtherIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencySettings.standard().mismatchStatus(200))
                .withMessage("mismatchStatus must be 422, 409 or 400, but is 200");
    }
}
