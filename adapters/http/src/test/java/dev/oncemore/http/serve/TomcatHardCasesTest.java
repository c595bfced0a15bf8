package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

class TomcatHardCasesTest extends HardCasesContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.tomcat(application);
    }

    @Override
    void awaitWaiting(String path) {
        // Whenever a reset comes, nobody is told.
    }

    @Override
    void awaitReset(CompletableFuture<Boolean> givenUp) {
        // Tomcat tells nobody before something is written.
    }
}
