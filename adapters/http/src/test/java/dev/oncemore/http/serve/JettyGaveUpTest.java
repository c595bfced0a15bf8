package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.function.Consumer;

class JettyGaveUpTest extends GaveUpContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.jetty(application);
    }
}
