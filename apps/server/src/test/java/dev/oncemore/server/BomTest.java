package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What users of the published modules get: neither less than they need, nor anybody else's libraries. */
class BomTest {

    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..", "..");

    @Test
    void namesEveryPublishedModuleAndNothingElse() throws Exception {
        List<String> published = new ArrayList<>();
        for (String module : texts(ROOT.resolve("pom.xml"), "/project/modules/module")) {
            Path pom = ROOT.resolve(module).resolve("pom.xml");
            boolean isLibrary = texts(pom, "/project/packaging").isEmpty();
            if (isLibrary
                    && !texts(pom, "/project/properties/maven.deploy.skip").contains("true")) {
                published.addAll(texts(pom, "/project/artifactId"));
            }
        }

        assertThat(texts(ROOT.resolve("pom.xml"), "/project/dependencyManagement/dependencies/dependency/artifactId"))
                .isNotEmpty()
                .containsExactlyElementsOf(published);
    }

    /** A kit's heir would compile without them, and the build would run none of its tests and be content. */
    @Test
    void theTestkitBringsWhatRunsItsKits() throws Exception {
        for (String artifact : List.of("junit-jupiter", "assertj-core")) {
            String dependency = "/project/dependencies/dependency[artifactId='" + artifact + "']";
            Path pom = ROOT.resolve("proof/testkit").resolve("pom.xml");

            assertThat(texts(pom, dependency + "/scope")).containsExactly("compile");
            assertThat(texts(pom, dependency + "/optional")).isEmpty();
        }
    }

    @Test
    void aReleaseHasSourcesJavadocAndABillOfMaterials() throws Exception {
        String release = "/project/profiles/profile[id='release']/build/plugins/plugin";

        assertThat(texts(ROOT.resolve("pom.xml"), release + "/executions/execution/goals/goal"))
                .containsExactly("jar-no-fork", "jar", "makeBom");
        assertThat(texts(ROOT.resolve("pom.xml"), "/project/profiles/profile[id='api-diff']//goal"))
                .containsExactly("cmp");
    }

    private static List<String> texts(Path pom, String path) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        NodeList nodes =
                (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }
}
