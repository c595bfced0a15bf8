package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the check of the links finds what is wrong, on planted documents. */
class MarkdownDocumentTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void plantTheFiles() throws IOException {
        Files.createDirectories(folder.resolve("docs/adr"));
        Files.writeString(folder.resolve("docs/guide.md"), "# Guide");
    }

    private List<String> brokenLinksOf(String markdown) {
        return MarkdownDocument.parse(folder.resolve("README.md"), markdown).brokenLinks();
    }

    @Test
    void linksToFilesFoldersAnchorsAndOtherSitesAreRight() {
        assertThat(brokenLinksOf("""
                        [guide](docs/guide.md), [part](docs/guide.md#part), [here](#here), [folder](docs/adr/)
                        [web](https://example.org/nowhere.md) ![titled](docs/guide.md "a title")
                        [mail](mailto:someone@example.org)

                        [label]: docs/guide.md
                        """)).isEmpty();
    }

    @Test
    void aLinkToAFileThatIsMissingIsFoundWithItsLine() {
        assertThat(brokenLinksOf("# Title\n\nSee [this](docs/guide.md) and [that](docs/nowhere.md#part)."))
                .singleElement()
                .asString()
                .contains("README.md:3", "docs/nowhere.md");
    }

    @Test
    void aLabelThatLeadsNowhereIsFound() {
        assertThat(brokenLinksOf("[label]: docs/nowhere.md")).hasSize(1);
    }

    @Test
    void whatLooksLikeALinkInCodeIsLeftAlone() {
        assertThat(brokenLinksOf("""
                        Write `[text](target.md)`.

                        ```text
                        [text](target.md)
                        ```
                        """)).isEmpty();
    }
}
