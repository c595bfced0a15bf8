package dev.oncemore.examples.run;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Starts a part of an example in a process of its own, so that it can be killed. */
public final class ChildProcess {
    private ChildProcess() {}

    /** Starts the {@code main} of a class with the URL and user of the database, and these arguments. */
    public static Process start(Class<?> main, FreshDatabase database, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path", ""),
                main.getName(),
                database.url(),
                database.user()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** In the process: a pool on the database of its arguments. */
    public static HikariDataSource pool(String[] arguments, int connectionsMax) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setMaximumPoolSize(connectionsMax);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
