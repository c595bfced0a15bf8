package dev.oncemore.server.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.Scope;
import org.junit.jupiter.api.Test;

class DocumentKeyTest {
    @Test
    void aDocumentsKeyIsReadable() {
        assertThat(DocumentKey.of("comp1", "invoice", "001").value()).isEqualTo("comp1:invoice:001");
        assertThat(DocumentKey.of("comp1", "invoice", "001").scope()).isEqualTo(Scope.of("comp1", "document:invoice"));
    }

    @Test
    void partsThatContainTheSeparatorDoNotRunTogether() {
        assertThat(DocumentKey.of("a:b", "c", "d").value())
                .isNotEqualTo(DocumentKey.of("a", "b:c", "d").value());
        assertThat(DocumentKey.of("c", "t", "a%3Ab").value())
                .isNotEqualTo(DocumentKey.of("c", "t", "a:b").value());
    }

    @Test
    void aDocumentWithoutANumberHasNoKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentKey.of("comp1", "invoice", " "))
                .withMessage("number must not be blank");
    }
}
