package dev.oncemore.server;

import dev.oncemore.server.cli.AlertsCommand;
import dev.oncemore.server.cli.CallbackSecretCommand;
import dev.oncemore.server.cli.CheckCommand;
import dev.oncemore.server.cli.DeadCommand;
import dev.oncemore.server.cli.DemoCommand;
import dev.oncemore.server.cli.DeskCommand;
import dev.oncemore.server.cli.LabCommand;
import dev.oncemore.server.cli.LockCommand;
import dev.oncemore.server.cli.PasswordCommand;
import dev.oncemore.server.cli.PlainOutput;
import dev.oncemore.server.cli.RecordCommand;
import dev.oncemore.server.cli.SandboxCommand;
import dev.oncemore.server.cli.SchedulesCommand;
import dev.oncemore.server.cli.TasksCommand;
import dev.oncemore.server.serve.ServeCommand;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code oncemore} command: the entrance to every other one. */
@Command(
        name = "oncemore",
        header = "Retry anything. It happens once.%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footer = "%nMore on one of them: oncemore COMMAND --help",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            SandboxCommand.class,
            DeskCommand.class,
            DeadCommand.class,
            RecordCommand.class,
            TasksCommand.class,
            SchedulesCommand.class,
            AlertsCommand.class,
            LabCommand.class,
            CheckCommand.class,
            CallbackSecretCommand.class,
            LockCommand.class,
            PasswordCommand.class,
            CasesCommand.class,
            ExamplesCommand.class,
            BenchCommand.class,
            TortureCommand.class,
            VersionCommand.class,
            HelpCommand.class,
            GenerateCompletion.class
        })
public final class Oncemore implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    private Oncemore() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the command and its arguments
     */
    public static void main(String[] args) {
        Logging.setUp();
        System.exit(commandLine().execute(args));
    }

    /** The whole command line, which prints to the process's own streams until it is told otherwise. */
    static CommandLine commandLine() {
        CommandLine all = new CommandLine(new Oncemore())
                .setExpandAtFiles(false) // the command behind "lock NAME --" gets its arguments as they are
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionStrategy(Oncemore::runPlainly);
        tellVersion(all);
        return all;
    }

    /** Help may have colours. What commands print comes from elsewhere, and must not steer the terminal. */
    private static int runPlainly(CommandLine.ParseResult parsed) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        CommandLine all = parsed.commandSpec().commandLine();
        all.setOut(PlainOutput.over(all.getOut())).setErr(PlainOutput.over(all.getErr()));
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Otherwise the option --version of a subcommand would print nothing. */
    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Oncemore::tellVersion);
    }

    /** Without a command there is nothing to run, so the help is shown, as an error. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr(), CommandLine.Help.Ansi.OFF);
        return ExitCode.USAGE;
    }
}
