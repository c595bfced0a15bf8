package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.oncemore.once.Once;
import dev.oncemore.once.record.InMemoryRecordStore;
import jakarta.servlet.ServletContext;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** Mistakes of who sets the filters up, and what they are told. */
class RegistrationTest {

    @Test
    void aSecondFilterIsRefused_withWhatToDo() throws Exception {
        Server server = new Server();
        ServletContextHandler handler = new ServletContextHandler();
        // A failure here fails the start.
        handler.addServletContainerInitializer((classes, context) -> registerTwice(context));
        server.setHandler(handler);
        server.start();
        server.stop();
    }

    private static void registerTwice(ServletContext context) {
        Once once = Once.on(new InMemoryRecordStore());
        IdempotencyFilter.on(once).register(context, "/a/*");
        assertThatIllegalStateException()
                .isThrownBy(() -> IdempotencyFilter.on(once).register(context, "/b/*"))
                .withMessage("there is a filter oncemore-idempotency already; register it once with all URL patterns");
        AdmissionFilter.with(AdmissionSettings.standard()).register(context, "/a/*");
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> AdmissionFilter.with(AdmissionSettings.standard()).register(context, "/b/*"))
                .withMessage("there is a filter oncemore-admission already; register it once with all URL patterns");
    }

    @Test
    @SuppressWarnings("NullAway") // as from a servlet without authentication
    void aCallerWithoutAPrincipalIsToldWhatToWrite() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Caller("acme", null))
                .withMessage(
                        "a caller's principal must not be null; use Caller.of(tenant) if its users share their keys");
        assertThatNullPointerException()
                .isThrownBy(() -> Caller.of(null))
                .withMessage("a caller's tenant must not be null; return Optional.empty() if nobody is authenticated");
    }
}
