package dev.oncemore.lab.doctor;

import dev.oncemore.config.UnreadableFile;
import dev.oncemore.lab.doctor.SpringSettings.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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

/** A configuration file of Spring, YAML or properties, as one list of settings for each document. */
final class SpringFile {
    private static final int SIZE_MAX = 1_000_000;
    private static final int SETTINGS_MAX = 50_000;
    private static final int DEPTH_MAX = 50;
    private static final String PROFILE = SpringSettings.canonical("spring.config.activate.on-profile");

    private static final String MERGE = "<<";

    private final String file;
    private final List<List<Setting>> documents = new ArrayList<>();
    private int settings;

    private SpringFile(String file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException when it is invalid; the message names file, line and reason
     */
    static SpringFile read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return of(path.toString(), in.readNBytes(SIZE_MAX + 1));
        } catch (IOException e) {
            throw new SpringFile(path.toString()).fault(1, "the file cannot be read (" + UnreadableFile.why(e) + ")");
        }
    }

    /**
     * Reads the content of a file.
     *
     * @param file its name, whose ending says whether it is YAML or properties
     * @throws IllegalArgumentException when it is invalid; the message names file, line and reason
     */
    static SpringFile of(String file, byte[] content) {
        SpringFile read = new SpringFile(file);
        if (content.length > SIZE_MAX) {
            throw read.fault(1, "the file has more than " + SIZE_MAX + " bytes");
        }
        boolean isProperties = file.endsWith(".properties");
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            if (!isProperties) {
                throw read.fault(1, "the file cannot be read (" + UnreadableFile.why(e) + ")");
            }
            // Properties are Latin-1 by their definition, and UTF-8 by habit.
            text = new String(content, StandardCharsets.ISO_8859_1);
        }
        if (isProperties) {
            read.documents.addAll(PropertyLines.read(text));
        } else {
            read.readYaml(text);
        }
        return read;
    }

    /** What applies always, and for each document with a profile what applies with it. */
    List<SpringSettings> variants() {
        List<Setting> always = new ArrayList<>();
        documents.stream().filter(document -> !hasProfile(document)).forEach(always::addAll);
        List<SpringSettings> variants = new ArrayList<>(List.of(new SpringSettings(always)));
        for (List<Setting> document : documents) {
            if (hasProfile(document)) {
                List<Setting> all = new ArrayList<>(always);
                all.addAll(document);
                variants.add(new SpringSettings(all));
            }
        }
        return variants;
    }

    private static boolean hasProfile(List<Setting> document) {
        return document.stream()
                .anyMatch(setting -> SpringSettings.canonical(setting.key()).startsWith(PROFILE)
                        || setting.key().equals("spring.profiles"));
    }

    private void readYaml(String text) {
        LoadSettings load =
                LoadSettings.builder().setLabel(file).setUseMarks(true).build();
        try {
            for (Node root : new Compose(load).composeAllFromString(text)) {
                List<Setting> document = new ArrayList<>();
                flatten(document, "", root, 0);
                documents.add(document);
            }
        } catch (MarkedYamlEngineException e) {
            throw fault(e.getProblemMark().map(Mark::getLine).orElse(0) + 1, "invalid YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw fault(1, "invalid YAML: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw fault(1, "invalid YAML: the values are nested too deeply");
        }
    }

    /** Anchors make a graph of the nodes, so that depth and number are bounded here. */
    private void flatten(List<Setting> document, String path, Node node, int depth) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
        if (depth > DEPTH_MAX || ++settings > SETTINGS_MAX) {
            throw fault(line, "the settings are nested or repeated too often");
        }
        if (node instanceof MappingNode mapping) {
            merge(document, path, mapping, depth);
            Set<String> names = new HashSet<>();
            for (NodeTuple entry : mapping.getValue()) {
                if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                    throw fault(line, "a key must be a text");
                }
                if (!names.add(key.getValue())) {
                    int at = key.getStartMark().map(Mark::getLine).orElse(0) + 1;
                    throw fault(at, "the key '" + key.getValue() + "' is there twice; Spring refuses such a file");
                }
                if (!key.getValue().equals(MERGE)) {
                    flatten(document, below(path, key.getValue()), entry.getValueNode(), depth + 1);
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            int index = 0;
            for (Node item : sequence.getValue()) {
                flatten(document, path + "[" + index++ + "]", item, depth + 1);
            }
        } else if (node instanceof ScalarNode scalar) {
            document.add(new Setting(path, scalar.getValue(), line));
        }
    }

    /** What {@code <<: *defaults} brings comes first, so that the settings beside it win. */
    private void merge(List<Setting> document, String path, MappingNode mapping, int depth) {
        for (NodeTuple entry : mapping.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals(MERGE)) {
                List<Node> merged = entry.getValueNode() instanceof SequenceNode sequence
                        ? new ArrayList<>(sequence.getValue())
                        : new ArrayList<>(List.of(entry.getValueNode()));
                Collections.reverse(merged); // the first of several wins
                merged.forEach(node -> flatten(document, path, node, depth + 1));
            }
        }
    }

    private static String below(String path, String key) {
        return path.isEmpty() ? key : key.startsWith("[") ? path + key : path + "." + key;
    }

    private IllegalArgumentException fault(int line, String words) {
        return new IllegalArgumentException(file + ", line " + line + ": " + words);
    }
}
