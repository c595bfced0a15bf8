package dev.oncemore.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often each rule is right on the corpus: the methods of {@code code.corpus}, with their annotation, and the files of the
 * test resources, with a comment {@code # ✗ no-jitter} above each line with a finding.
 */
class CorpusTest {
    /** A rule that is wrong on the corpus is fixed, or left out. */
    private static final double PRECISION_LEAST = 1.0;

    private static final double RECALL_LEAST = 0.9;
    private static final int BAD_LEAST = 2;

    /** What is, or should be, found: the rule and its place, without the message. */
    private record Mark(RetryRule rule, String place) {}

    private final Set<Mark> expected = new LinkedHashSet<>();
    private final Set<Mark> found = new LinkedHashSet<>();

    CorpusTest() throws IOException, URISyntaxException, ClassNotFoundException {
        readCode();
        Path corpus = resource("corpus");
        for (Path file : filesIn(corpus.resolve("settings"))) {
            expect(file);
            note(new Doctor().review(List.of(file)));
        }
        for (Path graph : filesIn(corpus.resolve("graphs"))) {
            Path calls = graph.resolve("graph.yaml");
            Path policies = graph.resolve("policies.yaml");
            expect(calls);
            expect(policies);
            note(new Doctor().calls(calls).review(List.of(policies)));
        }
    }

    @Test
    void noRuleRaisesAFalseAlarm() {
        Set<Mark> wrong = new HashSet<>(found);
        wrong.removeAll(expected);

        assertThat(wrong).isEmpty();
    }

    @Test
    void everyRuleKeepsItsPrecisionAndRecall() {
        for (RetryRule rule : RetryRule.values()) {
            double right = right(rule);

            assertThat(count(expected, rule)).as("bad snippets of " + rule).isGreaterThanOrEqualTo(BAD_LEAST);
            assertThat(right / count(found, rule)).as("precision of " + rule).isGreaterThanOrEqualTo(PRECISION_LEAST);
            assertThat(right / count(expected, rule)).as("recall of " + rule).isGreaterThanOrEqualTo(RECALL_LEAST);
        }
    }

    /** {@code check --rules} prints them, and the guide has them in a table. */
    @Test
    void theFiguresThatArePrintedAreThoseOfTheCorpus() throws IOException {
        StringBuilder figures = new StringBuilder();
        List<String> rows = new ArrayList<>();
        for (RetryRule rule : RetryRule.values()) {
            int bad = count(expected, rule);
            int all = count(found, rule);
            int right = right(rule);
            figures.append(rule.code())
                    .append('=')
                    .append(bad)
                    .append('/')
                    .append(all)
                    .append('/');
            figures.append(right).append('\n');
            rows.add("| `" + rule.code() + "` | " + rule.title() + " | " + bad + " | "
                    + RulePrecision.percent(right, all) + " | " + RulePrecision.percent(right, bad) + " |");
        }
        String printed = Files.readString(Path.of(System.getProperty("basedir", "."))
                .resolve("src/main/resources/dev/oncemore/lab/doctor/precision.properties"));
        String guide =
                Files.readString(Path.of(System.getProperty("basedir", ".")).resolve("../../docs/guide-doctor.md"));

        assertThat(printed).as("the figures of the corpus").isEqualTo(figures.toString());
        assertThat(guide.lines().filter(line -> line.startsWith("| `") && line.endsWith("% |")))
                .isEqualTo(rows);
    }

    private int right(RetryRule rule) {
        return (int) found.stream()
                .filter(mark -> mark.rule() == rule && expected.contains(mark))
                .count();
    }

    private static int count(Set<Mark> marks, RetryRule rule) {
        return (int) marks.stream().filter(mark -> mark.rule() == rule).count();
    }

    private void readCode() throws IOException, URISyntaxException, ClassNotFoundException {
        Path folder = resource("code/corpus");
        for (Path file : filesIn(folder)) {
            String name = file.getFileName().toString().replace(".class", "");
            Class<?> type = Class.forName(CorpusTest.class.getPackageName() + ".code.corpus." + name);
            for (Method method : type.getDeclaredMethods()) {
                expectedOf(method)
                        .forEach(rule -> expected.add(
                                new Mark(rule, type.getName().replace('$', '.') + "." + method.getName())));
            }
        }
        DoctorReport report = new Doctor().review(List.of(folder));
        assertThat(report.problems()).isEmpty();
        report.findings().forEach(finding -> found.add(new Mark(finding.rule(), finding.subject())));
    }

    /** Read by name, because the annotation is not public. */
    private static List<RetryRule> expectedOf(Method method) {
        return Stream.of(method.getAnnotations())
                .filter(annotation ->
                        annotation.annotationType().getSimpleName().equals("Bad"))
                .flatMap(annotation -> {
                    String text = annotation.toString();
                    return Stream.of(RetryRule.values()).filter(rule -> text.matches(".*\\b" + rule.name() + "\\b.*"));
                })
                .toList();
    }

    private void expect(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("# ✗ ")) {
                for (String code : line.substring(4).split(", ", -1)) {
                    expected.add(new Mark(RetryRule.of(code).orElseThrow(), file + ":" + (i + 2)));
                }
            }
        }
    }

    private void note(DoctorReport report) {
        assertThat(report.problems()).isEmpty();
        for (DoctorFinding finding : report.findings()) {
            found.add(new Mark(finding.rule(), finding.place()));
        }
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(CorpusTest.class.getResource(name), name).toURI());
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
