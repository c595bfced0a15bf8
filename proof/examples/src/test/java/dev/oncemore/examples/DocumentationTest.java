package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every Markdown file of the repository: its Java and Kotlin blocks are regions of code that is compiled and run, and its
 * relative links lead to files and sections that exist.
 */
class DocumentationTest {

    private static final Path ROOT = Repository.root();
    private static final Snippets SNIPPETS =
            new Snippets(ROOT.resolve("proof/examples/src/test/java/dev/oncemore/examples/snippets"));

    /** Compiled by a project of its own, as users write it. */
    private static final Snippets KOTLIN =
            new Snippets(ROOT.resolve("proof/kotlinapp/src/test/kotlin/com/example/shop"), "kotlin", ".kt");

    /** The first steps with Spring Boot are an application, a project of its own too. */
    private static final Snippets SPRING = new Snippets(ROOT.resolve("proof/springapp/src/main/java/com/example/shop"));

    /** The examples are programs. */
    private static final Snippets EXAMPLES =
            new Snippets(ROOT.resolve("proof/examples/src/main/java/dev/oncemore/examples"));

    private static final String SPRING_PAGE = "quickstart-spring.md";
    private static final String EXAMPLES_PAGE = "examples.md";

    @TestFactory
    Stream<DynamicTest> javaBlocksAreCompiledCode() {
        return blocksAreCompiledCode(
                SNIPPETS, documents().filter(path -> !path.endsWith(SPRING_PAGE) && !path.endsWith(EXAMPLES_PAGE)));
    }

    @TestFactory
    Stream<DynamicTest> javaBlocksOfTheExamplesPageAreCompiledCode() {
        return blocksAreCompiledCode(EXAMPLES, Stream.of(ROOT.resolve("docs").resolve(EXAMPLES_PAGE)));
    }

    @TestFactory
    Stream<DynamicTest> javaBlocksOfTheSpringPageAreCompiledCode() {
        return blocksAreCompiledCode(SPRING, Stream.of(ROOT.resolve("docs").resolve(SPRING_PAGE)));
    }

    @TestFactory
    Stream<DynamicTest> kotlinBlocksAreCompiledCode() {
        return blocksAreCompiledCode(KOTLIN, documents());
    }

    private static Stream<DynamicTest> blocksAreCompiledCode(Snippets snippets, Stream<Path> documents) {
        return documents.map(path -> DynamicTest.dynamicTest(
                ROOT.relativize(path).toString(),
                () -> assertThat(snippets.problemsOf(MarkdownDocument.read(path)))
                        .isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> relativeLinksLeadToFiles() {
        return documents()
                .map(path -> DynamicTest.dynamicTest(
                        ROOT.relativize(path).toString(),
                        () -> assertThat(MarkdownDocument.read(path).brokenLinks())
                                .isEmpty()));
    }

    private static Stream<Path> documents() {
        return Stream.concat(markdownFilesIn(ROOT, 1), markdownFilesIn(ROOT.resolve("docs"), Integer.MAX_VALUE));
    }

    private static Stream<Path> markdownFilesIn(Path folder, int depth) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(folder, depth)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".md"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            return found.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
