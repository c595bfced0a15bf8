package dev.oncemore.lab.doctor.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.lab.doctor.ClassWriting;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files as input: where findings are, and what hostile ones do. The rules themselves are tested on the corpus. */
class CodeReviewTest {
    @TempDir
    private Path folder;

    private final CodeReview review = new CodeReview();

    private static Path classes(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(CodeReviewTest.class.getResource(name), name)
                .toURI());
    }

    @Test
    void aFindingHasClassMethodAndLine_andTheSourceIfThatIsKnown() throws URISyntaxException {
        Path sources = Path.of(System.getProperty("basedir", "."), "src/test/java");
        review.read(classes("corpus/HandWrittenLoops.class"));

        DoctorFinding finding = review.findings(List.of(sources)).get(0);

        assertThat(finding.file())
                .isEqualTo(sources.resolve("dev/oncemore/lab/doctor/code/corpus/HandWrittenLoops.java")
                        .toString());
        assertThat(finding.subject()).endsWith("HandWrittenLoops.catchesEverythingAndSleepsASecond");
        assertThat(finding.line()).isPositive();
        assertThat(review.findings(List.of()).get(0).file()).endsWith("HandWrittenLoops.class");
    }

    /** By default, every library retries around the transaction of the same method. */
    @Test
    void aTransactionAroundTheRetriesOfItsMethodIsFound_whenTheOrderOfTheAdvicesSaysSo() throws URISyntaxException {
        review.read(classes("ordered"));

        assertThat(review.findings(List.of()))
                .extracting(DoctorFinding::rule)
                .containsExactly(RetryRule.RETRY_IN_TRANSACTION);
    }

    @Test
    void aPostIsNotFound_whenAnInterceptorAddsTheKey() throws URISyntaxException {
        review.read(classes("keyed"));
        CodeReview alone = new CodeReview();
        alone.read(classes("keyed/Payments.class"));

        assertThat(review.findings(List.of())).isEmpty();
        assertThat(alone.findings(List.of()))
                .extracting(DoctorFinding::rule)
                .containsExactly(RetryRule.POST_WITHOUT_KEY);
    }

    /** The classes for newer versions of Java are the same ones once more. */
    @Test
    void classesForOtherVersionsAreNotRead() throws IOException {
        Path versions = Files.createDirectories(folder.resolve("META-INF/versions/21"));
        ClassWriting.write(versions, "com/acme/New");
        ClassWriting.write(folder, "com/acme/Old");

        review.read(folder);

        assertThat(review.classes()).isEqualTo(1);
    }

    @Test
    void aClassThatIsTooLargeDoesNotKeepTheOthersOfItsFolderFromBeingRead() throws IOException {
        Files.write(folder.resolve("A.class"), new byte[ClassFiles.CLASS_BYTES_MAX + 1]);
        ClassWriting.write(folder, "com/acme/New");

        review.read(folder);

        assertThat(review.problems()).hasSize(1);
        assertThat(review.classes()).isEqualTo(1);
    }

    @Test
    void classesOfJavaTwentyFiveAreRead() throws IOException {
        review.read(ClassWriting.write(folder, "com/acme/New"));

        assertThat(review.problems()).isEmpty();
        assertThat(review.classes()).isEqualTo(1);
    }

    @Test
    void aClassThatIsNoneBecomesAProblem() throws IOException {
        review.read(Files.writeString(folder.resolve("Text.class"), "not a class"));
        review.read(Files.write(folder.resolve("Empty.class"), new byte[0]));
        review.read(Files.writeString(folder.resolve("text.jar"), "not a jar"));
        review.read(folder.resolve("none.jar"));

        assertThat(review.problems())
                .hasSize(4)
                .satisfiesExactly(
                        text -> assertThat(text).contains("Text.class: is not a class file"),
                        empty -> assertThat(empty).contains("Empty.class: is not a class file"),
                        jar -> assertThat(jar).contains("text.jar: "),
                        none -> assertThat(none).contains("none.jar: cannot be read"));
    }

    /** Whatever the order of the folder is: with several of each kind, a damaged one comes before a sound one. */
    @Test
    void aDamagedJarIsAProblem_andTheRestOfItsFolderIsRead() throws IOException {
        for (int i = 0; i < 8; i++) {
            Files.writeString(folder.resolve("damaged" + i + ".jar"), "not a jar");
            ClassWriting.write(folder, "com/acme/New" + i);
        }

        review.read(folder);

        assertThat(review.problems())
                .hasSize(8)
                .allSatisfy(problem -> assertThat(problem).contains("damaged").contains("cannot be read"));
        assertThat(review.classes()).isEqualTo(8);
    }

    /** The parser and the analysis must end, with or without a problem, whatever the bytes are. */
    @Test
    void damagedClassesNeverThrow() throws IOException, URISyntaxException {
        byte[] sound = Files.readAllBytes(classes("corpus/HandWrittenLoops.class"));
        long seed = 20261118;
        Random random = new Random(seed);
        Path file = folder.resolve("Damaged.class");
        for (int i = 0; i < 400; i++) {
            byte[] damaged = sound.clone();
            for (int n = 0; n <= i % 8; n++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            CodeReview one = new CodeReview();

            one.read(file);

            assertThat(one.findings(List.of(folder)))
                    .as("seed " + seed + ", class " + i)
                    .isNotNull();
        }
    }

    @Test
    void aClassThatUnpacksToTooMuchIsRefused() throws IOException {
        Path jar = jar(zip -> {
            zip.putNextEntry(new ZipEntry("Bomb.class"));
            byte[] zeros = new byte[1_000_000];
            for (int i = 0; i < 50; i++) {
                zip.write(zeros);
            }
        });

        review.read(jar);

        assertThat(review.problems())
                .singleElement()
                .asString()
                .contains("Bomb.class: unpacks to more than " + ClassFiles.CLASS_BYTES_MAX + " bytes");
    }

    @Test
    void aJarWithTooManyEntriesIsRefused() throws IOException {
        Path jar = jar(zip -> {
            for (int i = 0; i <= ClassFiles.JAR_ENTRIES_MAX; i++) {
                zip.putNextEntry(new ZipEntry("e" + i));
            }
        });

        review.read(jar);

        assertThat(review.problems()).singleElement().asString().contains("entries, and at most");
    }

    @Test
    void namesWithControlCharactersArePrintedWithout() throws IOException {
        DoctorFinding finding = new DoctorFinding(RetryRule.NO_JITTER, "f", 1, "a\n::error::b\u001b[31m", "m");

        assertThat(finding.subject()).isEqualTo("a?::error::b?[31m");
    }

    private interface Content {
        void write(ZipOutputStream zip) throws IOException;
    }

    private Path jar(Content content) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            content.write(zip);
        }
        return jar;
    }
}
