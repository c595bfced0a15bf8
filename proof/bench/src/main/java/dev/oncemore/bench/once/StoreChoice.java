package dev.oncemore.bench.once;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The selection on the command line.
 *
 * @param stores the stores to measure
 * @param isAll whether to measure everything, including cases without a store
 */
record StoreChoice(List<Store> stores, boolean isAll) {
    static final String ALL = "all";

    /** Parses the option. */
    static final class Converter implements ITypeConverter<StoreChoice> {
        @Override
        public StoreChoice convert(String value) {
            List<Store> all =
                    Arrays.stream(Store.values()).filter(Store::runsHere).toList();
            if (value.equals(ALL)) {
                return new StoreChoice(all, true);
            }
            return all.stream()
                    .filter(store -> store.toString().equals(value))
                    .findFirst()
                    .map(store -> new StoreChoice(List.of(store), false))
                    .orElseThrow(() -> new TypeConversionException("unknown store '" + value + "'; use one of "
                            + all.stream().map(Store::toString).collect(Collectors.joining(", ")) + " and " + ALL));
        }
    }
}
