package dev.oncemore.bench;

import dev.oncemore.bench.measure.MeasuringException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Answers a bench that could not be measured with its message; anything unexpected is shown in full. */
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
