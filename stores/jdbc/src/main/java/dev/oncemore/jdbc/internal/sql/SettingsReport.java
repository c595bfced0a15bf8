package dev.oncemore.jdbc.internal.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a check of the server's settings.
 *
 * @param unusable why records cannot be kept here at all
 * @param unsafe what breaks the promise that an acknowledged record survives a crash
 * @param remarks what people should know
 */
public record SettingsReport(List<String> unusable, List<String> unsafe, List<String> remarks) {
    public SettingsReport() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** The warnings that remain; refuses what cannot be accepted. */
    public List<String> accept(boolean unsafeToo) {
        if (!unusable.isEmpty()) {
            throw new IllegalStateException(String.join("; ", unusable));
        }
        if (!unsafe.isEmpty() && !unsafeToo) {
            throw new IllegalStateException("this database may lose acknowledged records: " + String.join("; ", unsafe)
                    + ". Correct that, or accept the loss with allowUnsafeSettings()");
        }
        List<String> warnings = new ArrayList<>(remarks);
        unsafe.forEach(problem -> warnings.add("this database may lose acknowledged records: " + problem));
        return List.copyOf(warnings);
    }
}
