package dev.oncemore.bench.task;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of a case. */
final class CaseConverter implements ITypeConverter<TaskCase> {
    @Override
    public TaskCase convert(String value) {
        return Arrays.stream(TaskCase.values())
                .filter(each -> each.toString().equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("unknown case '" + value + "'; use one of "
                        + Arrays.stream(TaskCase.values())
                                .map(TaskCase::toString)
                                .collect(Collectors.joining(", "))));
    }
}
