package dev.oncemore.bench.once;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The stores that the command line asks for. */
final class StoreChoice implements ITypeConverter<List<Store>> {
    static final String ALL = "all";

    @Override
    public List<Store> convert(String value) {
        if (value.equals(ALL)) {
            return List.of(Store.values());
        }
        return Arrays.stream(Store.values())
                .filter(store -> store.toString().equals(value))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> new TypeConversionException("there is no store '" + value + "', only "
                        + Arrays.stream(Store.values()).map(Store::toString).collect(Collectors.joining(", "))
                        + " and all of them: " + ALL));
    }
}
