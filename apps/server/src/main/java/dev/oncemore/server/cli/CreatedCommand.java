package dev.oncemore.server.cli;

import dev.oncemore.desk.document.DocumentType;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code oncemore desk created COMPANY TYPE NUMBER}: has this document been created? */
@Command(
        name = "created",
        mixinStandardHelpOptions = true,
        description = "Say whether a document has been created: yes or no, then when, by whom, its id and where it is.",
        footer = {"", "Exit codes: 0 created, 3 not created or unknown, 1 no answer."})
final class CreatedCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "COMPANY", description = "Whose document it is.")
    private String company;

    @Parameters(index = "1", paramLabel = "TYPE", description = "invoice or delivery.")
    private String type;

    @Parameters(index = "2", paramLabel = "NUMBER", description = "Its number.")
    private String number;

    @Override
    JsonNode ask(ApiClient api) throws ApiException {
        String word = DocumentType.parse(type).word();
        return api.get("/api/documents/" + ApiClient.encoded(company) + "/" + ApiClient.encoded(word) + "/"
                + ApiClient.encoded(number));
    }

    @Override
    int exitCode(JsonNode answer) {
        return answer.path("created").asBoolean() ? ExitCode.OK : Target.NOT_THERE;
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        out.println(text(answer, "answer"));
        for (String fact : new String[] {"when", "who", "id", "link", "error"}) {
            if (!text(answer, fact).isEmpty()) {
                out.println(fact + ": " + text(answer, fact));
            }
        }
        answer.path("near")
                .forEach(near -> out.println("did you mean: " + text(near, "company") + " " + text(near, "type") + " "
                        + text(near, "number")));
    }
}
