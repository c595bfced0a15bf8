package dev.oncemore.desk.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.Scope;
import org.junit.jupiter.api.Test;

class DocumentKeyTest {
    @Test
    void aDocumentsKeyIsReadable() {
        assertThat(DocumentKey.of("comp1", DocumentType.INVOICE, "001").value()).isEqualTo("comp1:invoice:001");
        assertThat(DocumentKey.of("comp1", DocumentType.INVOICE, "001").scope())
                .isEqualTo(Scope.of("comp1", "document:invoice"));
    }

    @Test
    void partsThatContainTheSeparatorDoNotRunTogether() {
        assertThat(DocumentKey.of("a:invoice", DocumentType.INVOICE, "d").value())
                .isNotEqualTo(
                        DocumentKey.of("a", DocumentType.INVOICE, "invoice:d").value());
        assertThat(DocumentKey.of("c", DocumentType.INVOICE, "a%3Ab").value())
                .isNotEqualTo(DocumentKey.of("c", DocumentType.INVOICE, "a:b").value());
    }

    @Test
    void aDocumentWithoutANumberHasNoKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentKey.of("comp1", DocumentType.INVOICE, " "))
                .withMessage("number must not be blank");
    }
}
