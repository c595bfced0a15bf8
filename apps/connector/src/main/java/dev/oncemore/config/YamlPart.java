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
 * A value of a YAML file that knows where it stands. Each method that finds something else than it wants throws a
 * {@link ConfigException} that says where, what is there and what is allowed.
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

    private YamlPart(String file, String path, Node node) {
        this.file = file;
        this.path = path;
        this.node = node;
        if (node.getAnchor().isPresent()) {
            throw wrong("a value without anchors (&name), which are not known here");
        }
    }

    static YamlPart root(String file, Node node) {
        YamlPart root = new YamlPart(file, "", node);
        root.entries();
        return root;
    }

    /** Its line, from 1 on. */
    public int line() {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    /** Where it stands among the others: {@code limits.perMinute}. */
    public String path() {
        return path;
    }

    /** A mapping that has no other names than these. */
    public YamlPart only(String... names) {
        for (YamlPart entry : entries().values()) {
            String name = entry.path.substring(path.isEmpty() ? 0 : path.length() + 1);
            if (!Arrays.asList(names).contains(name)) {
                throw entry.fault("'" + entry.path + "' is not known; "
                        + Nearest.to(name, Arrays.asList(names))
                                .map(near -> "did you mean '" + near + "'? ")
                                .orElse("")
                        + "allowed here: " + String.join(", ", new TreeSet<>(Arrays.asList(names))));
            }
        }
        return this;
    }

    /** What stands under a name of this mapping. */
    public Optional<YamlPart> find(String name) {
        return Optional.ofNullable(entries().get(name)).filter(part -> !part.isNothing());
    }

    /** What must stand under a name of this mapping. */
    public YamlPart require(String name) {
        return find(name).orElseThrow(() -> fault("'" + (path.isEmpty() ? "" : path + ".") + name + "' is missing"));
    }

    /** Everything in this mapping, in the order of the file. */
    public Map<String, YamlPart> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("names with values, such as 'name: value'");
        }
        Map<String, YamlPart> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            // Other keys than plain ones have been refused by the reader.
            ScalarNode key = (ScalarNode) tuple.getKeyNode();
            YamlPart part = new YamlPart(
                    file, path.isEmpty() ? key.getValue() : path + "." + key.getValue(), tuple.getValueNode());
            if (entries.put(key.getValue(), part) != null) {
                throw part.fault("'" + part.path + "' stands here twice");
            }
        }
        return entries;
    }

    /** Everything in this list. */
    public List<YamlPart> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("a list, such as [a, b]");
        }
        List<YamlPart> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlPart(file, path + "[" + items.size() + "]", item));
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

    /** Whether it is a number or a truth, and not a text, however short. */
    public boolean isLiteral() {
        return LITERALS.contains(node.getTag());
    }

    private boolean isNothing() {
        return node.getTag().equals(Tag.NULL);
    }

    /** As a setting that could stand elsewhere as well. */
    public Setting setting() {
        return new Setting(file + ", line " + line(), path, text());
    }

    /** A text that is not blank; numbers are texts as well. */
    public String text() {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw wrong("a text");
    }

    /** A whole number within these bounds. */
    public int number(int least, int most) {
        return setting().number(least, most);
    }

    /** Yes or no. */
    public boolean truth() {
        return choice(List.of("true", "false")).equals("true");
    }

    /** One of these texts. */
    public String choice(List<String> allowed) {
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (!allowed.contains(text)) {
            throw wrong("one of " + String.join(", ", allowed));
        }
        return text;
    }

    /** A span such as {@code 30s} or {@code 7d}, within these bounds. */
    public Duration span(Duration least, Duration most) {
        String expected =
                "a span such as 30s, 10m or 7d, from " + Durations.format(least) + " to " + Durations.format(most);
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

    /** This value is not what is expected. */
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

    /** Something is wrong here. */
    public ConfigException fault(String words) {
        return new ConfigException(file, line(), words);
    }
}
