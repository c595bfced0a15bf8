package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The hints for GraalVM's native image name what the libraries read or look up by name. */
class NativeImageHintsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..", "..");

    /** What a closed-world compiler cannot see; field updaters and byte views it can. */
    private static final Pattern LOOK_UP = Pattern.compile("(?:findVirtual|findStatic|getMethod|getDeclaredMethod)"
            + "\\(\\s*(?:[\\w.]+\\.class,\\s*)?\"(\\w+)\"|\\bfind\\(\"(\\w+)\", MethodType");

    @Test
    void everyResourceIsKept() throws IOException {
        List<String> lost = new ArrayList<>();
        for (Path module : libraries()) {
            Path folder = module.resolve("src/main/resources");
            for (Path file : filesIn(folder)) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("META-INF/native-image/")
                        && hintsOf(module).at("/resources").valueStream().noneMatch(hint -> matches(hint, name))) {
                    lost.add(module.getFileName() + ": " + name);
                }
            }
        }
        assertThat(lost).isEmpty();
    }

    @Test
    void everyMethodThatIsLookedUpByNameIsKept() throws IOException {
        List<String> lost = new ArrayList<>();
        int lookUps = 0;
        for (Path module : libraries()) {
            Set<String> kept = new HashSet<>();
            hintsOf(module)
                    .at("/reflection")
                    .valueStream()
                    .flatMap(type -> type.path("methods").valueStream())
                    .forEach(method -> kept.add(method.path("name").asString()));
            for (Path file : filesIn(module.resolve("src/main/java"))) {
                for (String name : LOOK_UP.matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                        .toList()) {
                    lookUps++;
                    if (!kept.contains(name)) {
                        lost.add(file + " looks up " + name);
                    }
                }
            }
        }
        assertThat(lost).isEmpty();
        assertThat(lookUps).isGreaterThanOrEqualTo(10);
    }

    private static boolean matches(JsonNode hint, String name) {
        return FileSystems.getDefault()
                .getPathMatcher("glob:" + hint.path("glob").asString())
                .matches(Path.of(name));
    }

    private static JsonNode hintsOf(Path module) throws IOException {
        Path folder = module.resolve("src/main/resources/META-INF/native-image");
        for (Path file : filesIn(folder)) {
            return JsonMapper.shared().readTree(Files.readString(file));
        }
        return JsonMapper.shared().createObjectNode();
    }

    /** The modules that run inside a user's program. */
    private static List<Path> libraries() throws IOException {
        List<Path> modules = new ArrayList<>();
        for (String floor : List.of("core", "stores", "adapters")) {
            try (Stream<Path> folders = Files.list(ROOT.resolve(floor))) {
                folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                        .forEach(modules::add);
            }
        }
        assertThat(modules).hasSizeGreaterThan(10);
        return modules;
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
