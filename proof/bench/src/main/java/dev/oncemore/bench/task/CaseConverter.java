package dev.oncemore.bench.task;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what to measure. */
final class CaseConverter implements ITypeConverter<TaskCase> {
    @Override
    public TaskCase convert(String value) {
        return Arrays.stream(TaskCase.values())
                .filter(each -> each.toString().equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("there is no case '" + value + "', only "
                        + Arrays.stream(TaskCase.values())
                                .map(TaskCase::toString)
                                .collect(Collectors.joining(", "))));
    }
}
