package dev.oncemore.server.cli;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.SheetTemplate;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oncemore desk template}. */
@Command(
        name = "template",
        mixinStandardHelpOptions = true,
        description = "A sample sheet to start from: prints CSV, or writes a workbook.")
final class DeskTemplateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = "invoice",
            description = "invoice or delivery (invoice).")
    private String type;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "csv", description = "csv or xlsx (csv).")
    private String format;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write it; a workbook is written to TYPE.xlsx unless given.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        DocumentType wanted = DeskCommand.parsed(spec, type);
        if (out == null && format.equals("csv")) {
            spec.commandLine().getOut().print(SheetTemplate.csv(wanted));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        }
        try {
            var file = SheetTemplate.file(wanted, format);
            return write(spec, out == null ? Path.of(file.fileName()) : out, file.file());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes a new file; never overwrites one. */
    static int write(CommandSpec spec, Path file, byte[] content) {
        try {
            Files.write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            spec.commandLine()
                    .getErr()
                    .println(spec.qualifiedName() + ": " + file + " is there already; name another with --out");
            return ExitCode.SOFTWARE;
        } catch (IOException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + file + " cannot be written");
            return ExitCode.SOFTWARE;
        }
        spec.commandLine().getOut().println(file);
        return ExitCode.OK;
    }
}
