package dev.oncemore.bench;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports invalid arguments in one line: what is wrong, what is allowed, and how to get help. */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String problem =
                failure instanceof UnmatchedArgumentException unmatched ? describe(unmatched) : failure.getMessage();
        command.getErr().println("%s: %s (see '%s --help')".formatted(name, problem, name));
        return ExitCode.USAGE;
    }

    private static String describe(UnmatchedArgumentException failure) {
        String word = failure.getUnmatched().get(0);
        var benches = failure.getCommandLine().getSubcommands().keySet();
        if (word.startsWith("-")) {
            return "unknown option '" + word + "'";
        }
        return benches.isEmpty()
                ? "unknown argument '" + word + "'"
                : "unknown bench '" + word + "'; use one of " + String.join(", ", benches);
    }
}
