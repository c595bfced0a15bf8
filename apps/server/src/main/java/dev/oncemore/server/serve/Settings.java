package dev.oncemore.server.serve;

import dev.oncemore.config.Setting;
import dev.oncemore.config.YamlFile;
import dev.oncemore.config.YamlPart;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings from three places. A setting has one name everywhere: {@code --allow-public} on the command line is
 * {@code ONCEMORE_ALLOW_PUBLIC} in the environment and {@code allow-public} in the file. The first of them that has it counts.
 */
final class Settings {
    private static final String FILE = "config";

    private final Map<String, String> flags;
    private final Map<String, String> environment;
    private final Map<String, YamlPart> file;

    private Settings(Map<String, String> flags, Map<String, String> environment, Map<String, YamlPart> file) {
        this.flags = flags;
        this.environment = environment;
        this.file = file;
    }

    /**
     * Reads the file that the setting {@code config} names, if any.
     *
     * @param flags what the command line has, by name
     * @param names those that the file may have
     * @throws dev.oncemore.config.ConfigException when the file cannot be read or has others
     */
    static Settings read(Map<String, @Nullable String> flags, Map<String, String> environment, String... names) {
        Map<String, String> given = new LinkedHashMap<>();
        flags.forEach((name, value) -> {
            if (value != null) {
                given.put(name, value);
            }
        });
        Settings withoutFile = new Settings(given, environment, Map.of());
        return withoutFile
                .find(FILE)
                .map(path -> YamlFile.read(Path.of(path.text())).only(names).entries())
                .map(entries -> new Settings(given, environment, entries))
                .orElse(withoutFile);
    }

    /** The value of this setting; empty when it is not set. */
    Optional<Setting> find(String name) {
        return outside(name).or(() -> Optional.ofNullable(file.get(name)).map(YamlPart::setting));
    }

    /** What the command line or the environment has, both of which count before the file. */
    private Optional<Setting> outside(String name) {
        String flag = flags.get(name);
        if (flag != null) {
            return Optional.of(new Setting("the command line", name, flag));
        }
        String variable = variable(name);
        String value = environment.get(variable);
        return value == null || value.isEmpty()
                ? Optional.empty()
                : Optional.of(new Setting("the environment's " + variable, name, value));
    }

    /** The entries of this setting, by their names; in the environment they are written {@code a=1,b=2}. */
    Map<String, Setting> entries(String name) {
        Optional<Setting> outside = outside(name);
        YamlPart part = file.get(name);
        if (outside.isPresent() || part == null) {
            return outside.map(Settings::pairs).orElse(Map.of());
        }
        Map<String, Setting> entries = new LinkedHashMap<>();
        part.entries().forEach((key, value) -> entries.put(key, value.setting()));
        return entries;
    }

    /** The items of this setting; on the command line and in the environment they have commas between them. */
    List<Setting> list(String name) {
        YamlPart part = file.get(name);
        if (part != null && part.isList() && outside(name).isEmpty()) {
            return part.items().stream().map(YamlPart::setting).toList();
        }
        return find(name).stream()
                .flatMap(all -> Arrays.stream(all.text().split(",", -1))
                        .map(item -> new Setting(all.place(), name, item.strip())))
                .toList();
    }

    private static Map<String, Setting> pairs(Setting list) {
        Map<String, Setting> entries = new LinkedHashMap<>();
        for (String pair : list.text().split(",", -1)) {
            String[] sides = pair.strip().split("=", 2);
            if (sides.length != 2) {
                throw list.wrong("NAME=VALUE, and more of them after commas");
            }
            entries.put(sides[0], new Setting(list.place(), sides[0], sides[1]));
        }
        return entries;
    }

    private static String variable(String name) {
        return "ONCEMORE_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
