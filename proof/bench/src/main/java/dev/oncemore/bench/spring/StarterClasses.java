package dev.oncemore.bench.spring;

import dev.oncemore.spring.OncemoreProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The auto-configurations of the starter, for applications that do not have it although it is on the class path. */
final class StarterClasses {
    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    private StarterClasses() {}

    static List<String> all() {
        try {
            for (var found = OncemoreProperties.class.getClassLoader().getResources(IMPORTS);
                    found.hasMoreElements(); ) {
                try (InputStream file =
                        Objects.requireNonNull(found.nextElement()).openStream()) {
                    String names = new String(file.readAllBytes(), StandardCharsets.UTF_8);
                    if (names.startsWith("dev.oncemore.spring.")) {
                        return names.lines().toList();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("the starter is not on the class path");
    }
}
