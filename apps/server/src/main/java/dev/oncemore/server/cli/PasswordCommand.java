package dev.oncemore.server.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore password}. */
@Command(
        name = "password",
        mixinStandardHelpOptions = true,
        description = "Change your own password on a server; your sessions end.",
        footer = {"", "Without a terminal, the old and the new password are the first two lines of standard input."})
public final class PasswordCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "Your account.")
    private String name;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:ONCEMORE_SERVER:-http://127.0.0.1:8080}",
            description = "The running server (ONCEMORE_SERVER in the environment, or http://127.0.0.1:8080).")
    private URI server;

    private PasswordCommand() {}

    @Override
    @SuppressWarnings("SystemConsoleNull") // a console without a terminal reads lines as well
    public Integer call() throws IOException {
        Console console = System.console();
        String old;
        String password;
        if (console != null) {
            old = String.valueOf(console.readPassword("Old password of %s: ", name));
            password = String.valueOf(console.readPassword("New password: "));
            if (!password.equals(String.valueOf(console.readPassword("New password again: ")))) {
                spec.commandLine().getErr().println("oncemore password: the two new passwords are different");
                return ExitCode.USAGE;
            }
        } else {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            old = String.valueOf(lines.readLine());
            password = String.valueOf(lines.readLine());
        }
        try {
            ApiClient.ofNobody(server)
                    .post("/api/account/password", Map.of("name", name, "password", old, "newPassword", password));
        } catch (ApiException e) {
            spec.commandLine().getErr().println("oncemore password: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
        spec.commandLine().getOut().println("password changed; log in again");
        return ExitCode.OK;
    }
}
