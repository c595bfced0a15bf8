package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore desk download}. */
@Command(
        name = "download",
        mixinStandardHelpOptions = true,
        description = "Get the file of a sheet back, with what became of its rows.")
final class DeskDownloadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final Target target = new Target();

    @Parameters(paramLabel = "ID", description = "The sheet's id.")
    private String id;

    @Option(names = "--failed", description = "Only the rows that were not created.")
    private boolean failed;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write it; NAME-status.xlsx or so unless given.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        try {
            return target.run(this::download, System.getenv());
        } catch (ApiException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return e.isNotThere() ? Target.NOT_THERE : ExitCode.SOFTWARE;
        } catch (OncemoreException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int download(ApiClient api) throws ApiException {
        ApiClient.Received received =
                api.download("/api/sheets/" + ApiClient.encoded(id) + "/download" + (failed ? "?only=failed" : ""));
        // Only the last part of a name: a server decides nothing about folders.
        Path name = Path.of(received.name()).getFileName();
        Path file = out != null ? out : name == null ? Path.of("sheet") : name;
        return DeskTemplateCommand.write(spec, file, received.file());
    }
}
