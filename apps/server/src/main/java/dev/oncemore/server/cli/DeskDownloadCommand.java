package dev.oncemore.server.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code oncemore desk download}. */
@Command(
        name = "download",
        mixinStandardHelpOptions = true,
        description = "Download the file of a sheet with the results of its rows.")
final class DeskDownloadCommand extends TargetCommand {
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
    int perform(ApiClient api) throws ApiException {
        ApiClient.Received received =
                api.download("/api/sheets/" + ApiClient.encoded(id) + "/download" + (failed ? "?only=failed" : ""));
        // Only the last part of a name: a server decides nothing about folders.
        Path name = Path.of(received.name()).getFileName();
        Path file = out != null ? out : name == null ? Path.of("sheet") : name;
        return DeskTemplateCommand.write(spec(), file, received.file());
    }
}
