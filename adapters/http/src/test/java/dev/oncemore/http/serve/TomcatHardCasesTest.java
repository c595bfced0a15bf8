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
        // No need to wait: Tomcat does not report a reset, whenever it comes.
    }

    @Override
    void awaitReset(CompletableFuture<Boolean> givenUp) {
        // Tomcat reports nothing before a write.
    }
}
