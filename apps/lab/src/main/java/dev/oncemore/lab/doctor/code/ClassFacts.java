package dev.oncemore.lab.doctor.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the rules need to know about a class. */
final class ClassFacts {
    /** A path below a root of sources; a class file may claim any. */
    private static final Pattern PLAIN = Pattern.compile("[\\w$-]+(/[\\w$-]+)*\\.\\w+");

    final String name;
    final @Nullable String superName;
    final List<String> interfaces;
    final boolean isAbstract;
    /** The class file, or the jar and its entry. */
    final String place;
    /** The path of the source below its root: {@code com/acme/Orders.java}; empty if unknown. */
    final String source;

    final Map<String, MethodFacts> methods = new LinkedHashMap<>();
    final List<Order> orders = new ArrayList<>();
    /** The annotations of an annotation, which apply to what has it. */
    @Nullable
    Annotations composed;

    boolean mentionsKey;
    /** Whether it gives a client something to do for each request. */
    boolean setsUpClient;
    /** Whether it uses a retry policy of Failsafe, which has executors without one. */
    boolean mentionsFailsafeRetry;

    /** Whether it adds a key to the requests of a client. */
    boolean sendsKeysForOthers() {
        boolean isInterceptor = interfaces.stream()
                .anyMatch(type -> type.endsWith("Interceptor")
                        || type.endsWith("ExchangeFilterFunction")
                        || type.endsWith("RequestInitializer"));
        return mentionsKey && (isInterceptor || setsUpClient);
    }

    /** The order of an advice, as an {@code @Enable…} annotation sets it. */
    record Order(boolean ofTransactions, int order) {}

    ClassFacts(
            String name,
            @Nullable String superName,
            List<String> interfaces,
            boolean isAbstract,
            String place,
            @Nullable String sourceFile) {
        this.name = name;
        this.superName = superName;
        this.interfaces = List.copyOf(interfaces);
        this.isAbstract = isAbstract;
        this.place = place;
        String folder = name.substring(0, name.lastIndexOf('/') + 1);
        this.source = sourceFile != null && PLAIN.matcher(folder + sourceFile).matches() ? folder + sourceFile : "";
    }
}
