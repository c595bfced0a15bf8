package dev.oncemore.server.config;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value in a YAML file, which knows its line. Whatever is read of it is checked, and what will not do is told as
 * {@code oncemore.yaml line 3: 'port' is 'http', but must be a whole number from 0 to 65535}.
 */
public final class YamlValue {
    private static final int FILE_MAX = 1_000_000;

    private final String file;
    private final String name;
    private final Node node;

    private YamlValue(String file, String name, Node node) {
        this.file = file;
        this.name = name;
        this.node = node;
        if (node.getAnchor().isPresent()) {
            throw wrong("has an anchor, which is not read here; write the value twice");
        }
    }

    /**
     * Reads a file.
     *
     * @throws SettingException when it is not there, or no YAML
     */
    public static YamlValue read(Path path) {
        try {
            if (Files.size(path) > FILE_MAX) {
                throw new SettingException(path.toString(), "is larger than " + FILE_MAX + " bytes");
            }
            return read(path.toString(), Files.readString(path, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new SettingException(path.toString(), "cannot be read as a text in UTF-8: " + e);
        }
    }

    /**
     * Reads a text.
     *
     * @param file how messages call it
     * @throws SettingException when it is no YAML
     */
    public static YamlValue read(String file, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(FILE_MAX)
                .setAllowDuplicateKeys(false)
                .build();
        try {
            return new Compose(settings)
                    .composeString(text)
                    .map(node -> new YamlValue(file, "", node))
                    .orElseThrow(() -> new SettingException(file, "is empty"));
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark().map(mark -> place(file, mark)).orElse(file);
            throw new SettingException(place, "this is no YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new SettingException(file, "this is no YAML: " + e.getMessage());
        }
    }

    /** Where it stands. */
    public String place() {
        return node.getStartMark().map(mark -> place(file, mark)).orElse(file);
    }

    private static String place(String file, Mark mark) {
        return file + " line " + (mark.getLine() + 1);
    }

    /** What to throw when it will not do: "must be a country". */
    public SettingException mustBe(String expected) {
        return wrong(
                node instanceof ScalarNode scalar
                        ? "is '" + scalar.getValue() + "', but must be " + expected
                        : "must be " + expected);
    }

    private SettingException wrong(String what) {
        return new SettingException(place(), (name.isEmpty() ? "the file" : "'" + name + "'") + " " + what);
    }

    /** Its entries, whatever their names are. */
    public Map<String, YamlValue> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw mustBe("a list of names and values, one on each line: name: value");
        }
        Map<String, YamlValue> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = new YamlValue(file, name.isEmpty() ? "a name" : name, tuple.getKeyNode()).text();
            YamlValue value = new YamlValue(file, key, tuple.getValueNode());
            if (entries.put(key, value) != null) {
                throw value.wrong("is there twice");
            }
        }
        return entries;
    }

    /** Its entries, each of which must have one of these names. */
    public Map<String, YamlValue> entries(Set<String> allowed) {
        Map<String, YamlValue> entries = entries();
        entries.forEach((key, value) -> {
            if (!allowed.contains(key)) {
                throw value.wrong("is no setting" + (name.isEmpty() ? "" : " of '" + name + "'") + "; "
                        + Nearest.to(key, allowed)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("there are: "
                                        + String.join(
                                                ", ", allowed.stream().sorted().toList())));
            }
        });
        return entries;
    }

    /** Its items. */
    public List<YamlValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw mustBe("a list, one on each line: - value");
        }
        List<YamlValue> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlValue(file, name, item));
        }
        return items;
    }

    /** Whether it is a single value, and not a list or entries. */
    public boolean isText() {
        return node instanceof ScalarNode;
    }

    /** Whether it is entries. */
    public boolean isEntries() {
        return node instanceof MappingNode;
    }

    /** As a single value. */
    public Setting setting() {
        if (node instanceof ScalarNode scalar) {
            return new Setting(place(), name, scalar.getValue());
        }
        throw mustBe("a single value");
    }

    /** As a text, as it is written there. */
    public String text() {
        return setting().text();
    }

    /** As one of these words. */
    public String oneOf(Collection<String> words) {
        return setting().oneOf(words);
    }

    /** As a whole number within these bounds. */
    public int number(int least, int most) {
        return setting().number(least, most);
    }

    /** As a number. */
    public BigDecimal decimal() {
        return setting().decimal();
    }

    /** As yes or no. */
    public boolean isTrue() {
        return setting().isTrue();
    }
}
