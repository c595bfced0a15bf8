package dev.oncemore.config;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value of a YAML file, with its line and path. A method that expects another type or value throws a
 * {@link ConfigException} that names the place, the value and what is allowed.
 *
 * <pre>{@code
 * YamlPart file = YamlFile.read(path).only("port", "store");
 * int port = file.find("port").map(part -> part.number(0, 65_535)).orElse(8080);
 * }</pre>
 */
public final class YamlPart {
    private static final int SHOWN_MAX = 60;
    private static final Set<Tag> LITERALS = Set.of(Tag.INT, Tag.FLOAT, Tag.BOOL);

    private final String file;
    private final String path;
    private final Node node;
    private final int line;

    /**
     * A value.
     *
     * @param place its name if it has one, whose line people look for; else the value itself
     */
    private YamlPart(String file, String path, Node node, Node place) {
        this.file = file;
        this.path = path;
        this.node = node;
        line = place.getStartMark().map(Mark::getLine).orElse(0) + 1;
        if (node.getAnchor().isPresent()) {
            throw fault((path.isEmpty() ? "the file" : "'" + path + "'")
                    + " has an anchor (&name); anchors are not supported, so write the value out");
        }
    }

    static YamlPart root(String file, Node node) {
        YamlPart root = new YamlPart(file, "", node, node);
        root.entries();
        return root;
    }

    /** The line in the file, from 1; that of its name if it has one. */
    public int line() {
        return line;
    }

    /** The path in the file: {@code limits.perMinute}. */
    public String path() {
        return path;
    }

    /** Requires a mapping with no other names than these. */
    public YamlPart only(String... names) {
        for (YamlPart entry : entries().values()) {
            String name = entry.path.substring(path.isEmpty() ? 0 : path.length() + 1);
            if (!Arrays.asList(names).contains(name)) {
                throw entry.fault("'" + entry.path + "' is unknown; "
                        + Nearest.to(name, Arrays.asList(names))
                                .map(near -> "did you mean '" + near + "'? ")
                                .orElse("")
                        + "allowed here: " + String.join(", ", new TreeSet<>(Arrays.asList(names))));
            }
        }
        return this;
    }

    /** The value of a name in this mapping, if it is set. */
    public Optional<YamlPart> find(String name) {
        return Optional.ofNullable(entries().get(name)).filter(part -> !part.isNothing());
    }

    /** The value of a name in this mapping, which must be set. */
    public YamlPart require(String name) {
        return find(name).orElseThrow(() -> fault("'" + (path.isEmpty() ? "" : path + ".") + name + "' is missing"));
    }

    /** The entries of this mapping, in the order of the file. */
    public Map<String, YamlPart> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("names with values, such as 'name: value'");
        }
        Map<String, YamlPart> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            // The parser has already refused keys that are not plain.
            ScalarNode key = (ScalarNode) tuple.getKeyNode();
            YamlPart part = new YamlPart(
                    file, path.isEmpty() ? key.getValue() : path + "." + key.getValue(), tuple.getValueNode(), key);
            if (entries.put(key.getValue(), part) != null) {
                throw part.fault("'" + part.path + "' is set twice");
            }
        }
        return entries;
    }

    /** The items of this list. */
    public List<YamlPart> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("a list, such as [a, b]");
        }
        List<YamlPart> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlPart(file, path + "[" + items.size() + "]", item, item));
        }
        return items;
    }

    /** Whether it is a mapping. */
    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /** Whether it is a list. */
    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Whether it is a number or a boolean rather than a text. */
    public boolean isLiteral() {
        return LITERALS.contains(node.getTag());
    }

    private boolean isNothing() {
        return node.getTag().equals(Tag.NULL);
    }

    /** The value as a setting, which may also come from another source. */
    public Setting setting() {
        return new Setting(file + ", line " + line(), path, text());
    }

    /** The value as a text that is not blank; a number is read as its text. */
    public String text() {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw wrong("a text");
    }

    /** The value as a whole number within these bounds. */
    public int number(int least, int most) {
        return setting().number(least, most);
    }

    /** The value as true or false. */
    public boolean truth() {
        return choice(List.of("true", "false")).equals("true");
    }

    /** The value as one of these texts. */
    public String choice(List<String> allowed) {
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (!allowed.contains(text)) {
            throw wrong("one of " + String.join(", ", allowed));
        }
        return text;
    }

    /** The value as a duration such as {@code 30s} or {@code 7d}, within these bounds. */
    public Duration span(Duration least, Duration most) {
        String expected =
                "a duration such as 30s, 10m or 7d, from " + Durations.format(least) + " to " + Durations.format(most);
        Duration span;
        try {
            span = Durations.parse(text().strip());
        } catch (IllegalArgumentException e) {
            throw wrong(expected);
        }
        if (span.compareTo(least) < 0 || span.compareTo(most) > 0) {
            throw wrong(expected);
        }
        return span;
    }

    /** An exception that says what is expected instead of this value. */
    public ConfigException wrong(String expected) {
        String shown = node instanceof ScalarNode scalar
                ? "'"
                        + (scalar.getValue().length() > SHOWN_MAX
                                ? scalar.getValue().substring(0, SHOWN_MAX) + "…"
                                : scalar.getValue())
                        + "'"
                : node instanceof SequenceNode ? "a list" : "a mapping";
        return fault(
                (path.isEmpty() ? "this" : "'" + path + "'") + " is " + shown + ", but " + expected + " is expected");
    }

    /** An exception with the file and line of this value. */
    public ConfigException fault(String words) {
        return new ConfigException(file, line(), words);
    }
}
