package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.function.Consumer;

class JettySecurityTest extends SecurityContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.jetty(application);
    }
}
