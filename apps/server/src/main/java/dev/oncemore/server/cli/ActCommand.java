package dev.oncemore.server.cli;

import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** A command that goes into the audit trail with its reason. */
abstract class ActCommand extends ApiCommand {
    @Option(names = "--why", required = true, paramLabel = "REASON", description = "For the audit trail.")
    private String why;

    /** Where the API does it. */
    abstract String path();

    @Override
    final JsonNode ask(ApiClient api) throws ApiException {
        if (why.isBlank()) {
            throw new IllegalArgumentException("--why is empty; state the reason, for the audit trail");
        }
        return api.post(path(), Map.of("why", why));
    }
}
