package dev.oncemore.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.oncemore.lab.doctor.code.CodeReview;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Executable jars of Spring Boot and web applications: classes and configuration are reviewed, the jars inside on request. */
class PackedApplicationTest {
    private static final String SETTINGS = """
            resilience4j:
              retry:
                instances:
                  bank:
                    max-attempts: 3
                    wait-duration: 1s
            """;

    @TempDir
    private Path folder;

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private DoctorReport review(String name, String libraries) throws IOException {
        Path file = Files.write(folder.resolve(name), zip(entries));
        return new Doctor()
                .libraries(FileSystems.getDefault().getPathMatcher("glob:" + libraries))
                .review(List.of(file));
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** A class that retries a POST without a key. */
    private static byte[] questionable() throws IOException {
        try (InputStream in = CodeReview.class.getResourceAsStream("keyed/Payments.class")) {
            return Objects.requireNonNull(in, "Payments").readAllBytes();
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] questionableJar() throws IOException {
        return zip(Map.of("com/acme/Loops.class", questionable()));
    }

    @Test
    void anExecutableJarIsReviewedWithItsConfiguration_andSaysWhatWasNotRead() throws IOException {
        entries.put("BOOT-INF/classes/com/acme/Loops.class", questionable());
        entries.put("BOOT-INF/classes/application.yml", text(SETTINGS));
        entries.put("BOOT-INF/lib/shop-core-1.0.jar", questionableJar());
        entries.put("BOOT-INF/lib/other-2.0.jar", questionableJar());

        DoctorReport report = review("app.jar", "");

        assertThat(report.problems()).isEmpty();
        assertThat(report.classes()).isEqualTo(1);
        assertThat(report.findings())
                .extracting(
                        finding -> finding.file().substring(folder.toString().length()), DoctorFinding::rule)
                .contains(
                        tuple("/app.jar!/BOOT-INF/classes/application.yml", RetryRule.NO_JITTER),
                        tuple("/app.jar!/BOOT-INF/classes/com/acme/Loops.class", RetryRule.POST_WITHOUT_KEY));
        assertThat(report.findings())
                .filteredOn(finding -> finding.rule() == RetryRule.NO_JITTER)
                .extracting(DoctorFinding::line)
                .containsExactly(6);
        assertThat(report.notRead())
                .containsExactly(folder + "/app.jar: 2 jars inside, such as BOOT-INF/lib/shop-core-1.0.jar;"
                        + " --libraries 'NAME*' reads those that match");
    }

    @Test
    void everyFormatSaysWhatWasNotRead_andItIsNoFinding() throws IOException {
        entries.put("BOOT-INF/lib/other-2.0.jar", questionableJar());

        DoctorReport report = review("app.jar", "shop-*");

        assertThat(report.exitCode()).isZero();
        assertThat(DoctorFormat.TEXT.write(report)).contains("not read: ", "app.jar: 1 jar inside", "no findings");
        assertThat(DoctorFormat.GITHUB.write(report)).startsWith("::notice title=not read::");
        assertThat(JsonMapper.shared()
                        .readTree(DoctorFormat.JSON.write(report))
                        .at("/notRead/0")
                        .asString())
                .contains("1 jar inside");
        assertThat(JsonMapper.shared()
                        .readTree(DoctorFormat.SARIF.write(report))
                        .at("/runs/0/invocations/0/toolExecutionNotifications/0/level")
                        .asString())
                .isEqualTo("note");
    }

    @Test
    void theJarsInsideAreReadOnRequest_butNotThoseInsideOfThem() throws IOException {
        entries.put(
                "BOOT-INF/lib/shop-core-1.0.jar",
                zip(Map.of("com/acme/Loops.class", questionable(), "deep/inner.jar", questionableJar())));
        entries.put("BOOT-INF/lib/other-2.0.jar", questionableJar());

        DoctorReport report = review("app.jar", "shop-*");

        assertThat(report.classes()).isEqualTo(1);
        assertThat(report.findings())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.file())
                        .endsWith("app.jar!/BOOT-INF/lib/shop-core-1.0.jar!/com/acme/Loops.class"));
        assertThat(report.notRead()).singleElement().asString().contains("2 jars inside");
    }

    @Test
    void aDamagedJarInsideIsAProblem_andTheOthersAreRead() throws IOException {
        byte[] sound = questionableJar();
        entries.put("BOOT-INF/lib/a.jar", text("no jar"));
        entries.put("BOOT-INF/lib/b.jar", Arrays.copyOf(sound, sound.length / 2));
        entries.put("BOOT-INF/lib/c.jar", sound);

        DoctorReport report = review("app.jar", "*");

        assertThat(report.problems())
                .satisfiesExactly(
                        a -> assertThat(a).contains("app.jar!/BOOT-INF/lib/a.jar: cannot be read"),
                        b -> assertThat(b).contains("app.jar!/BOOT-INF/lib/b.jar: cannot be read"));
        assertThat(report.classes()).isEqualTo(1);
        assertThat(report.exitCode()).isEqualTo(2);
    }

    @Test
    void theConfigurationOfAWebApplicationAndOfAPlainJarIsReviewed_butNoOtherYaml() throws IOException {
        entries.put("WEB-INF/classes/config/application-prod.properties", text("""
                resilience4j.retry.instances.bank.wait-duration=1s
                """));
        entries.put("application.yml", text(SETTINGS));
        entries.put("static/application.yml.txt", text(SETTINGS));
        entries.put("docs/application.yml", text(SETTINGS));

        assertThat(review("shop.war", "").policies())
                .extracting(policy -> policy.file().substring(policy.file().indexOf('!')))
                .containsExactly("!/WEB-INF/classes/config/application-prod.properties", "!/application.yml");
    }

    @Test
    void aWrongConfigurationInAJarIsAProblemWithItsLine() throws IOException {
        entries.put("BOOT-INF/classes/application.yml", text("spring:\n  a: 1\nspring:\n  b: 2\n"));

        assertThat(review("app.jar", "").problems())
                .singleElement()
                .asString()
                .contains("app.jar!/BOOT-INF/classes/application.yml, line 3: the key 'spring' is there twice");
    }
}
