package dev.oncemore.desk.send;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a task of the desk is to do.
 *
 * @param sheet which sheet
 * @param document which document of it
 * @param revision of these rows only: what was corrected since is another request
 * @param who on whose behalf
 */
public record SendRequest(String sheet, String document, int revision, String who) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    String written() {
        return JSON.createObjectNode()
                .put("sheet", sheet)
                .put("document", document)
                .put("revision", revision)
                .put("who", who)
                .toString();
    }

    static SendRequest read(String written) {
        JsonNode node = JSON.readTree(written);
        return new SendRequest(
                node.path("sheet").asString(""),
                node.path("document").asString(""),
                node.path("revision").asInt(0),
                node.path("who").asString("unknown"));
    }

    /** Where a document came from: the same sheet again is no duplicate of itself. */
    String origin() {
        return sheet + "/" + document;
    }
}
