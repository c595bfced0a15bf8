package dev.oncemore.bench.saga;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The cases of the bench. */
enum SagaCase {
    /** One caller starts a saga and waits for its end, again and again. */
    ONE(1),
    /** As {@link #ONE}, with 16 callers. */
    SIXTEEN(16),
    /** Thousands are started at once; then their ends are awaited. */
    BURST(64);

    final int callers;

    SagaCase(int callers) {
        this.callers = callers;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Parses the name of a case. */
    static final class Converter implements ITypeConverter<SagaCase> {
        @Override
        public SagaCase convert(String value) {
            return Arrays.stream(SagaCase.values())
                    .filter(each -> each.toString().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("unknown case '" + value + "'; use one of "
                            + Arrays.stream(SagaCase.values())
                                    .map(SagaCase::toString)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
