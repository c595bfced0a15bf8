package dev.oncemore.bench;

import dev.oncemore.bench.measure.MeasuringException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Reports a failed measurement by its message, and any unexpected exception with its stack trace. */
final class RunErrors implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult arguments)
            throws Exception {
        if (!(failure instanceof MeasuringException)) {
            throw failure;
        }
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + failure.getMessage());
        return ExitCode.SOFTWARE;
    }
}
