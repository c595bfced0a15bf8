package dev.oncemore.torture;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports invalid arguments in one line: what is wrong, and how to get help. */
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
