package dev.oncemore.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** A file of settings: one YAML mapping of bounded size. */
public final class YamlFile {
    private static final int SIZE_MAX = 1_000_000;

    private YamlFile() {}

    /**
     * Reads a file.
     *
     * @throws ConfigException when the file is invalid; the message says where and why
     */
    public static YamlPart read(Path file) {
        try {
            if (Files.size(file) > SIZE_MAX) {
                throw new ConfigException(file.toString(), 1, "the file has more than " + SIZE_MAX + " bytes");
            }
            return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ConfigException(file.toString(), 1, "the file cannot be read (" + UnreadableFile.why(e) + ")");
        }
    }

    /** Some problems are half sentences, which begin in the context. */
    private static String words(MarkedYamlEngineException e) {
        String problem = e.getProblem();
        return e.getContext() != null && problem.startsWith("but ") ? e.getContext() + ", " + problem : problem;
    }

    /**
     * Reads a text.
     *
     * @param name the name in messages
     * @throws ConfigException when it is not a YAML mapping; the message says where and why
     */
    public static YamlPart parse(String name, String text) {
        LoadSettings settings =
                LoadSettings.builder().setLabel(name).setUseMarks(true).build();
        Optional<Node> root;
        try {
            root = new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
            throw new ConfigException(name, line, "invalid YAML: " + words(e));
        } catch (YamlEngineException e) {
            throw new ConfigException(name, 1, "invalid YAML: " + e.getMessage());
        } catch (StackOverflowError e) {
            // The parser calls itself for each level; people write a handful.
            throw new ConfigException(name, 1, "invalid YAML: the values are nested too deeply");
        }
        if (root.isEmpty()) {
            throw new ConfigException(name, 1, "the file is empty; add settings such as 'name: value'");
        }
        return YamlPart.root(name, root.get());
    }
}
