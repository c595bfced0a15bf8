package dev.oncemore.torture;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers wrong arguments with one line: what was wrong, and where help is. */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String problem = failure instanceof UnmatchedArgumentException unmatched
                ? "unknown argument '" + unmatched.getUnmatched().get(0) + "'"
                : failure.getMessage();
        command.getErr().println("%s: %s (see '%s --help')".formatted(name, problem, name));
        return ExitCode.USAGE;
    }
}
