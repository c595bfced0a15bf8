package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.java.JavaLanguageModule;
import org.junit.jupiter.api.Test;

/** What holds for the main code of all modules together. */
class SourceTreeTest {
    private static final int LINES_MAX = 350;
    private static final int REPEATED_TOKENS_FROM = 60;
    /** Half of what was repeated when this was first measured. */
    private static final int REPEATED_TOKENS_MAX = 898;

    private static final Path ROOT = Repository.root();

    @Test
    void aFileFitsIntoAHead() throws IOException {
        List<String> overlong = new ArrayList<>();
        for (Path file : mainCode()) {
            try (Stream<String> lines = Files.lines(file)) {
                long count = lines.count();
                boolean isKit = file.getFileName().toString().endsWith("Conformance.java");
                if (count > LINES_MAX && !isKit) {
                    overlong.add(ROOT.relativize(file) + " has " + count + " lines");
                }
            }
        }

        assertThat(overlong).isEmpty();
    }

    @Test
    void littleCodeIsRepeated() throws IOException {
        CPDConfiguration settings = new CPDConfiguration();
        settings.setMinimumTileSize(REPEATED_TOKENS_FROM);
        settings.setOnlyRecognizeLanguage(JavaLanguageModule.getInstance());
        settings.setInputPathList(mainCode());
        List<Match> found = new ArrayList<>();

        try (CpdAnalysis analysis = CpdAnalysis.create(settings)) {
            analysis.performAnalysis(report -> found.addAll(report.getMatches()));
        }

        int repeated = found.stream()
                .mapToInt(match -> match.getTokenCount() * (match.getMarkCount() - 1))
                .sum();
        assertThat(repeated).as(() -> places(found)).isLessThanOrEqualTo(REPEATED_TOKENS_MAX);
    }

    private static String places(List<Match> matches) {
        StringBuilder text = new StringBuilder("repeated code:\n");
        for (Match match : matches) {
            text.append(match.getTokenCount()).append(" tokens\n");
            match.getMarkSet()
                    .forEach(mark -> text.append("  ")
                            .append(mark.getLocation().getFileId().getOriginalPath())
                            .append(':')
                            .append(mark.getLocation().getStartLine())
                            .append('\n'));
        }
        return text.toString();
    }

    private static List<Path> mainCode() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> ROOT.relativize(path).toString().contains("src/main/java/"))
                    .forEach(files::add);
        }
        assertThat(files).hasSizeGreaterThan(500);
        return files;
    }
}
