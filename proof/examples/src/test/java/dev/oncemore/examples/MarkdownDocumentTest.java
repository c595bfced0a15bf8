package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The link check finds broken links in planted documents. */
class MarkdownDocumentTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void plantTheFiles() throws IOException {
        Files.createDirectories(folder.resolve("docs/adr"));
        Files.writeString(folder.resolve("docs/guide.md"), "# Guide\n\n## A `part`: of it");
    }

    private List<String> brokenLinksOf(String markdown) {
        return MarkdownDocument.parse(folder.resolve("README.md"), markdown).brokenLinks();
    }

    @Test
    void linksToFilesFoldersAnchorsAndOtherSitesAreRight() {
        assertThat(brokenLinksOf("""
                        # Here

                        [guide](docs/guide.md), [part](docs/guide.md#a-part-of-it), [here](#here), [folder](docs/adr/)
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
    void aLinkToASectionThatIsMissingIsFound_hereAndElsewhere() {
        assertThat(brokenLinksOf("# Title\n\n[here](#heading) [there](docs/guide.md#part) [fine](#title)"))
                .hasSize(2);
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
