package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlReaderTest {

    private static XmlReader on(String xml) throws IOException {
        return XmlReader.on(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    /** All elements as they begin and end, with the attribute a, and the texts of elements t. */
    private static String told(String xml, Charset charset) throws IOException {
        XmlReader reader = XmlReader.on(new ByteArrayInputStream(xml.getBytes(charset)));
        StringBuilder told = new StringBuilder();
        while (reader.next()) {
            told.append(reader.isStart() ? "<" : "/").append(reader.name());
            if (reader.isStart() && reader.attribute("a") != null) {
                told.append("[" + reader.attribute("a") + "]");
            }
            if (reader.isStart() && reader.name().equals("t")) {
                told.append("'" + reader.text(100) + "'");
            }
        }
        return told.toString();
    }

    @Test
    void tellsElementsByLocalName_inUtf8AndUtf16_withEveryFormOfText() throws Exception {
        String xml = "\uFEFF<?xml version='1.0'?><!-- it's > --><x:r xmlns:x='u' a = \"1 &gt; &#x30;\" b='>'> "
                + "<t>a&amp;b&#65;</t><x:t a='/'/><t><![CDATA[<c> ]] ]]>d<!-- e --><?f g?>\r\nh</t ><t>東京</t></x:r>";
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            assertThat(told(xml, charset)).isEqualTo("<r[1 > 0]<t'a&bA'/t<t[/]''/t<t'<c> ]] d\nh'/t<t'東京'/t/r");
        }
    }

    @Test
    void aTextIsCut_howeverLongItIs_andTheRestIsRead() throws Exception {
        for (int length : new int[] {99, 100, 101, 20_000, 50_000}) {
            for (String text :
                    List.of("x".repeat(length), "<![CDATA[" + "x".repeat(length) + "]]>", "&#120;".repeat(length))) {
                XmlReader reader = on("<r><t>" + text + "</t><u/></r>");
                reader.next();
                reader.next();
                assertThat(reader.text(100)).hasSizeLessThanOrEqualTo(100).matches("x*");
                assertThat(reader.next()).isTrue();
                assertThat(reader.isStart()).isFalse();
                assertThat(reader.next()).isTrue();
                assertThat(reader.name()).isEqualTo("u");
            }
        }
    }

    @Test
    void tagsAcrossBuffersAreWhole() throws Exception {
        for (int pad = 16_370; pad < 16_400; pad++) {
            assertThat(told("<r>" + " ".repeat(pad) + "<t a='b'>c</t></r>", StandardCharsets.UTF_8))
                    .isEqualTo("<r<t[b]'c'/t/r");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text",
                "<r>",
                "<r",
                "<r></q>",
                "</r>",
                "<r><t>x",
                "<t><b/></t>",
                "<t>&none;</t>",
                "<t>&#0;</t>",
                "<t>&#x110000;</t>",
                "<t>&" + "a",
                "<r a=x/>",
                "<r a/>",
                "<r a='x/>",
                "<!DOCTYPE r><r/>",
                "<r><!-- ",
                "<r><![CDATA[ ",
                "<>"
            })
    void whatIsNoXmlIsADamagedWorkbook(String xml) {
        assertThatThrownBy(() -> told(xml, StandardCharsets.UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void namesTagsAndDepthAreBounded() throws Exception {
        assertThat(told("<a>".repeat(100) + "</a>".repeat(100), StandardCharsets.UTF_8))
                .startsWith("<a<a");
        assertThatThrownBy(() -> told("<a>".repeat(101), StandardCharsets.UTF_8))
                .hasMessageContaining("damaged");
        assertThat(told("<r b='" + "x".repeat(60_000) + "'/>", StandardCharsets.UTF_8))
                .isEqualTo("<r/r");
        assertThatThrownBy(() -> told("<r b='" + "x".repeat(70_000) + "'/>", StandardCharsets.UTF_8))
                .hasMessageContaining("damaged");
    }
}
