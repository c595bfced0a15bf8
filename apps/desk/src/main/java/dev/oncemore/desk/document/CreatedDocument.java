package dev.oncemore.desk.document;

import dev.oncemore.once.Codec;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is recorded of a document that was created.
 *
 * @param id its id in the accounting system
 * @param origin which request's document it is
 * @param content what it holds; empty when that is something else than was sent
 * @param link where a person sees it; empty when it is not known
 */
public record CreatedDocument(String id, String origin, String content, String link) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public static final Codec<CreatedDocument> CODEC = Codec.of(CreatedDocument::written, CreatedDocument::read);

    private byte[] written() {
        return JSON.createObjectNode()
                .put("id", id)
                .put("origin", origin)
                .put("content", content)
                .put("link", link)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static CreatedDocument read(byte[] written) {
        JsonNode node = JSON.readTree(written);
        if (!node.path("id").isString()) {
            throw new IllegalArgumentException("it has no id");
        }
        return new CreatedDocument(
                node.path("id").asString(),
                node.path("origin").asString(""),
                node.path("content").asString(""),
                node.path("link").asString(""));
    }
}
