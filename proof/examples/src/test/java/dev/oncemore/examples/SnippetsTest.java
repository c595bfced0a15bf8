package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the check of the Java blocks finds what is wrong, on planted documents. */
class SnippetsTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void plantTheCode() throws IOException {
        Files.writeString(folder.resolve("Calls.java"), """
                class Calls {
                    void first() {
                        // snippet: first
                        int answer = 42;

                        if (answer > 0) {
                            call();
                        }
                        // end
                    }

                    // snippet: second
                    int second;
                    // end
                    // snippet: endless
                }
                """);
    }

    private List<String> problemsOf(String markdown) {
        return new Snippets(folder).problemsOf(MarkdownDocument.parse(folder.resolve("guide.md"), markdown));
    }

    @Test
    void aBlockThatRepeatsItsRegionIsRight() {
        assertThat(problemsOf("""
                        <!-- snippet: Calls#first -->
                        ```java
                        int answer = 42;

                        if (answer > 0) {
                            call();
                        }
                        ```

                        - In a list:

                          <!-- snippet: Calls#second -->

                          ```java
                          int second;
                          ```
                        """)).isEmpty();
    }

    @Test
    void aBlockThatDiffersIsShownNextToTheCode() {
        assertThat(problemsOf("""
                        # Guide
                        <!-- snippet: Calls#second -->
                        ```java
                        int secnod;
                        ```
                        """))
                .singleElement()
                .asString()
                .contains("guide.md:3", "int second;", "int secnod;", "Copy the code into the document");
    }

    @Test
    void indentationInsideTheBlockMatters() {
        assertThat(problemsOf("""
                        <!-- snippet: Calls#first -->
                        ```java
                        int answer = 42;

                        if (answer > 0) {
                        call();
                        }
                        ```
                        """)).hasSize(1);
    }

    @Test
    void aBlockWithoutAMarkerIsFound() {
        assertThat(problemsOf("""
                        Some text.

                        ```java
                        int second;
                        ```
                        """))
                .singleElement()
                .asString()
                .contains("guide.md:3", "without a marker", "<!-- snippet: FileName#region -->");
    }

    @Test
    void aMarkerServesOneBlockOnly() {
        assertThat(problemsOf("""
                        <!-- snippet: Calls#second -->
                        ```java
                        int second;
                        ```
                        ```java
                        int second;
                        ```
                        """)).singleElement().asString().contains("guide.md:5");
    }

    @Test
    void aFileARegionOrAnEndThatIsMissingIsFound() {
        assertThat(problemsOf("""
                        <!-- snippet: Nowhere#second -->
                        ```java
                        ```
                        <!-- snippet: Calls#third -->
                        ```java
                        ```
                        <!-- snippet: Calls#endless -->
                        ```java
                        ```
                        """))
                .hasSize(3)
                .satisfiesExactly(
                        noFile -> assertThat(noFile).contains("there is no", "Nowhere.java"),
                        noRegion -> assertThat(noRegion).contains("// snippet: third"),
                        noEnd -> assertThat(noEnd).contains("// snippet: endless"));
    }

    @Test
    void otherLanguagesAndFencesInsideFencesAreLeftAlone() {
        assertThat(problemsOf("""
                        ```bash
                        ./verify
                        ```
                        ````markdown
                        ```java
                        int notCompiled;
                        ```
                        ````
                        """)).isEmpty();
    }
}
