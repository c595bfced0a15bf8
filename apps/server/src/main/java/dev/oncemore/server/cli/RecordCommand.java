package dev.oncemore.server.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code oncemore record SCOPE KEY}. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = "Was this done? When, by whom, with what result?")
public final class RecordCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "SCOPE", description = "Such as acme/payment:create.")
    private String scope;

    @Parameters(index = "1", paramLabel = "KEY", description = "Such as inv-001.")
    private String key;

    private RecordCommand() {}

    @Override
    JsonNode ask(ApiClient api) throws ApiException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("scope", scope);
        parameters.put("key", key);
        return api.get("/api/records" + ApiClient.query(parameters));
    }

    /** As with everything that is asked for by its name and is not there. */
    @Override
    int exitCode(JsonNode answer) {
        return text(answer, "answer").equals("known") ? ExitCode.OK : Target.NOT_THERE;
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Columns columns = new Columns("", "");
        answer.properties()
                .forEach(field -> columns.row(
                        field.getKey(),
                        field.getValue().isObject()
                                ? field.getValue().path("type").asString("") + " "
                                        + field.getValue().path("id").asString("")
                                : field.getValue().asString("")));
        columns.print(out);
    }
}
