package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The architecture page against the tree: its modules, packages and classes exist, and none of the modules is missing. */
class ArchitecturePageTest {
    private static final Path ROOT = Repository.root();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern PICTURE = Pattern.compile("```text\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern FLOOR = Pattern.compile("^([a-z]+)/ +(.+)$", Pattern.MULTILINE);
    private static final Pattern CODE_SPAN = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern FOLDER = Pattern.compile("[a-z]+/[a-z0-9]+");
    private static final Pattern PACKAGE = Pattern.compile("dev\\.oncemore[a-z0-9.]*");

    /** A class, with or without one of its methods: Retry or Retry.call. */
    private static final Pattern CLASS = Pattern.compile("([A-Z][a-z]\\w*)(?:\\.([a-z]\\w*))?");

    private final String page = read(ROOT.resolve("docs/architecture.md"));
    private final Set<String> modules = new TreeSet<>(all(MODULE, read(ROOT.resolve("pom.xml")), 1));
    private final Map<String, List<Path>> sources = sources();

    @Test
    void everyModuleIsNamed() {
        assertThat(spans()).containsAll(modules);
    }

    @Test
    void thePictureHasTheModulesOfEachFloor() {
        Matcher picture = PICTURE.matcher(page);
        assertThat(picture.find()).isTrue();
        Set<String> drawn = new TreeSet<>(Set.of("bom"));
        for (MatchResult floor : FLOOR.matcher(picture.group(1)).results().toList()) {
            for (String module : floor.group(2).split(" +", -1)) {
                drawn.add(floor.group(1) + "/" + module);
            }
        }
        assertThat(drawn).isEqualTo(modules);
    }

    @Test
    void everyNameExists() {
        List<String> missing = new ArrayList<>();
        for (String name : spans()) {
            if (!exists(name)) {
                missing.add(name);
            }
        }
        assertThat(missing).isEmpty();
    }

    private boolean exists(String name) {
        if (FOLDER.matcher(name).matches()) {
            return modules.contains(name);
        }
        if (PACKAGE.matcher(name).matches()) {
            String folder = name.replace('.', '/');
            return modules.stream()
                    .map(ROOT::resolve)
                    .flatMap(module -> Stream.of(module.resolve("src/main/java"), module.resolve("src/main/kotlin")))
                    .anyMatch(sources -> Files.isDirectory(sources.resolve(folder)));
        }
        Matcher type = CLASS.matcher(name);
        if (!type.matches()) {
            return true; // a header, a request, a word of another kind
        }
        List<Path> files = sources.getOrDefault(type.group(1), List.of());
        return type.group(2) == null
                ? !files.isEmpty()
                : files.stream().anyMatch(file -> read(file).contains(" " + type.group(2) + "("));
    }

    private List<String> spans() {
        return all(CODE_SPAN, PICTURE.matcher(page).replaceAll(""), 1);
    }

    private static List<String> all(Pattern pattern, String text, int group) {
        return pattern.matcher(text).results().map(found -> found.group(group)).toList();
    }

    /** The files of all modules by the simple name of their class. */
    private Map<String, List<Path>> sources() {
        Map<String, List<Path>> found = new HashMap<>();
        for (String module : modules) {
            Path folder = ROOT.resolve(module).resolve("src/main/java");
            if (Files.isDirectory(folder)) {
                javaFiles(folder)
                        .forEach(file -> found.computeIfAbsent(
                                        file.getFileName().toString().replace(".java", ""), name -> new ArrayList<>())
                                .add(file));
            }
        }
        return found;
    }

    private static List<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
