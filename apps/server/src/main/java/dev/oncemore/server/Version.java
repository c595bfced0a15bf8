package dev.oncemore.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What runs here: Oncemore's version as the build wrote it down, the JDK and the system. */
final class Version implements IVersionProvider {

    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }

    /** For example {@code oncemore 0.1.0 (JDK 25.0.3, Linux amd64)}. */
    static String line() {
        return "oncemore %s (JDK %s, %s %s)"
                .formatted(
                        ofOncemore(),
                        System.getProperty("java.version"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"));
    }

    private static String ofOncemore() {
        try (InputStream resource = Version.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(
                        RESOURCE + " is missing beside the classes: build with Maven, which writes it");
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "of unknown version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
