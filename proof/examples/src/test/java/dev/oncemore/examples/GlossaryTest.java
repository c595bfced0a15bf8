package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary against the sources: each term has two sentences and a part that does it, and the parts exist. */
class GlossaryTest {
    private static final Path ROOT = Repository.root();
    private static final Pattern TERM = Pattern.compile("(?s)\\*\\*([^*]+?)\\.\\*\\* (.+?)\\n\\n");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.[a-z]\\w*)?`");
    private static final Pattern SENTENCE_END = Pattern.compile("\\.(?=\\s|$)");

    @Test
    void eachTermHasTwoSentences_andAPartThatDoesIt() throws IOException {
        List<MatchResult> terms = TERM.matcher(glossary() + "\n\n").results().toList();

        assertThat(terms).hasSizeGreaterThan(40).allSatisfy(term -> {
            String text = term.group(2);
            assertThat(SENTENCE_END.matcher(text).results().count())
                    .as(term.group(1))
                    .isBetween(2L, 3L);
            assertThat(text).as(term.group(1)).contains("`");
        });
        assertThat(terms.stream().map(term -> term.group(1)))
                .doesNotHaveDuplicates()
                .contains("CAP", "PACELC", "Bulkhead", "Backpressure", "Hedging", "Fencing");
    }

    @Test
    void everyClassExists() throws IOException {
        Set<String> sources = classes();

        assertThat(CLASS.matcher(glossary()).results().map(found -> found.group(1)))
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(sources).contains(name));
    }

    private static String glossary() throws IOException {
        return Files.readString(ROOT.resolve("docs/glossary.md"));
    }

    private static Set<String> classes() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> ROOT.relativize(path).toString().contains("src/main/java/"))
                    .map(path -> path.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
