package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.function.Consumer;

class TomcatHardCasesTest extends HardCasesContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.tomcat(application);
    }

    @Override
    void awaitWaiting(String path) {
        // Tomcat tells of a reset whenever it comes.
    }
}
