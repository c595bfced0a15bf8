package dev.oncemore.server.cli;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.Inspection;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.server.door.Door;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore desk check}: no server is needed for it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Read and check a sheet without sending anything; no server is needed.",
        footer = {"", "Exit codes: 0 no errors, 3 errors, 1 it could not be read."})
final class DeskCheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A sheet, as .xlsx or CSV.")
    private Path file;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = "invoice",
            description = "invoice or delivery (invoice).")
    private String type;

    @Mixin
    private final ReadFlags read = new ReadFlags();

    @Override
    public Integer call() {
        DocumentType wanted = DeskCommand.parsed(spec, type);
        Map<String, String> fields;
        try {
            fields = read.fields();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (Files.size(file) > Door.BODY_MAX) {
                return refused(file + " has more than 10 MB; split it");
            }
            Inspection found = Inspection.of(Files.readAllBytes(file), ReadOptions.of(fields::get));
            found.problems(out::println);
            found.questions()
                    .forEach(question -> out.println(question.words() + " Answer with --answer "
                            + question.code().word() + "="
                            + String.join(" or ", question.code().choices())));
            found.warnings().forEach(warning -> out.println("is this meant? " + warning));
            out.println(file.getFileName() + ": " + Plural.of(found.rows(), "row") + " in "
                    + found.reading().words() + ", " + found.wrongRows() + " wrong; can be sent: "
                    + found.total().words(wanted));
            out.flush();
            return found.wrongRows() == 0 ? ExitCode.OK : Target.NOT_THERE;
        } catch (IOException e) {
            return refused("the file " + file + " cannot be read");
        } catch (IllegalArgumentException e) {
            return refused(String.valueOf(e.getMessage()));
        }
    }

    private int refused(String why) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + why);
        return ExitCode.SOFTWARE;
    }
}
