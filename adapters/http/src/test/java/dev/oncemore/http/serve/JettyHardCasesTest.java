package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

class JettyHardCasesTest extends HardCasesContract {
    private final Set<String> left = ConcurrentHashMap.newKeySet();

    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.jetty(application, path -> {
            synchronized (left) {
                left.add(path);
                left.notifyAll();
            }
        });
    }

    /** Jetty does not report an earlier reset. */
    @Override
    void awaitWaiting(String path) throws Exception {
        synchronized (left) {
            while (!left.contains(path)) {
                left.wait();
            }
        }
    }

    @Override
    void awaitReset(CompletableFuture<Boolean> givenUp) throws Exception {
        assertThat(givenUp.get()).isTrue();
    }
}
