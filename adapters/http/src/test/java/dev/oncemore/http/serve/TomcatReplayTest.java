package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.function.Consumer;

class TomcatReplayTest extends ReplayContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.tomcat(application);
    }
}
