package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whether a program whose main has returned goes on with its tasks. */
class KeepAliveTest {
    /** A program that starts workers and returns from main; the task that it enqueued ends it. */
    public static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Tasks tasks = Tasks.on(
                    (TaskStore) new InMemoryTaskStore(),
                    TaskSettings.standard()
                            .daemon(Boolean.parseBoolean(arguments[0]))
                            .pollInterval(Duration.ofMillis(10)));
            CompletableFuture<Workers> started = new CompletableFuture<>();
            tasks.consume("mail", String.class, (address, task) -> {
                System.out.println("sent to " + address);
                Thread closing = new Thread(() -> started.join().close());
                closing.start();
            });
            Duration delay = Duration.ofMillis(Long.parseLong(arguments[1]));
            tasks.enqueue("mail", "ann", TaskOptions.standard().delay(delay));
            started.complete(tasks.start());
        }
    }

    private static String run(boolean daemon, Duration delay) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path")
                                + System.getProperty("path.separator")
                                + System.getProperty("jdk.module.path", ""),
                        Program.class.getName(),
                        String.valueOf(daemon),
                        String.valueOf(delay.toMillis()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.trim();
    }

    @Test
    void theJvmRunsUntilTheWorkersAreClosed() throws Exception {
        assertThat(run(false, Duration.ofMillis(300))).isEqualTo("sent to ann");
    }

    @Test
    void asDaemonsTheyDoNotKeepTheJvm() throws Exception {
        assertThat(run(true, Duration.ofDays(1))).isEmpty();
    }
}
