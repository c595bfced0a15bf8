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
        // What fails here lets the start fail.
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
                .withMessage(
                        "there is a filter oncemore-idempotency already; register one, and name all URL patterns at once");
        AdmissionFilter.with(AdmissionSettings.standard()).register(context, "/a/*");
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> AdmissionFilter.with(AdmissionSettings.standard()).register(context, "/b/*"))
                .withMessage(
                        "there is a filter oncemore-admission already; register one, and name all URL patterns at once");
    }

    @Test
    @SuppressWarnings("NullAway") // what a servlet answers where nobody is logged in
    void aCallerWithoutAPrincipalIsToldWhatToWrite() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Caller("acme", null))
                .withMessage("a caller's principal is null; write Caller.of(tenant) where its people share their keys");
        assertThatNullPointerException()
                .isThrownBy(() -> Caller.of(null))
                .withMessage("a caller's tenant is null; answer Optional.empty() where nobody is known");
    }
}
