package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of hard cases: each link is named after a test method of the file it leads to. */
class HardCasesTest {
    private static final Pattern LINK_TO_CODE = Pattern.compile("\\[([^\\]]*)\\]\\(([^)]+\\.java)\\)");

    private static final Path PAGE = Repository.root().resolve("docs/hard-cases.md");

    @Test
    void everyNamedTestExistsInTheLinkedFile() throws IOException {
        List<String> missing = new ArrayList<>();
        int links = 0;
        Matcher link = LINK_TO_CODE.matcher(Files.readString(PAGE));
        while (link.find()) {
            links++;
            Path file = PAGE.resolveSibling(link.group(2)).normalize();
            String method = link.group(1).replace("`", "");
            if (!Files.exists(file) || !declares(Files.readString(file), method)) {
                missing.add(method + " in " + link.group(2));
            }
        }
        assertThat(missing).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    private static boolean declares(String code, String method) {
        return Pattern.compile("(?:void|Stream<DynamicTest>) " + Pattern.quote(method) + "\\(")
                .matcher(code)
                .find();
    }
}
