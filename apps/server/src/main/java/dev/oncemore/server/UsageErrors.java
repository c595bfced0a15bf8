package dev.oncemore.server;

import dev.oncemore.config.Nearest;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a mistyped command line with one line: what was wrong, what was probably meant, where help is. */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String problem = failure instanceof UnmatchedArgumentException unmatched
                ? describe(unmatched)
                : String.valueOf(failure.getMessage()).lines().findFirst().orElse("wrong arguments");
        command.getErr().println("%s: %s (see '%s --help')".formatted(name, problem, name));
        return ExitCode.USAGE;
    }

    private static String describe(UnmatchedArgumentException failure) {
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        String word = failure.getUnmatched().get(0);
        Set<String> commands = command.subcommands().keySet();
        if (word.startsWith("-")) {
            return "unknown option '" + word + "'"
                    + suggestion(word, command.optionsMap().keySet(), "");
        }
        return commands.isEmpty()
                ? "unknown argument '" + word + "'"
                : "unknown command '" + word + "'"
                        + suggestion(word, commands, "; there are " + String.join(", ", commands));
    }

    private static String suggestion(String word, Set<String> known, String otherwise) {
        return Nearest.to(word, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(otherwise);
    }
}
