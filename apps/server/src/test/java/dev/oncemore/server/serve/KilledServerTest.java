package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * An accounting API that fails for almost a third of all requests, some of them after it has created the document, and a
 * server process that is killed without a warning twice in the middle. Every document is created exactly once. With
 * {@code -Ddesk.documents=2000} it is the long run.
 */
class KilledServerTest {
    private static final int DOCUMENTS = Integer.getInteger("desk.documents", 200);
    private static final long SEED = 20_260_131;
    private static final double FAULTS = 0.3;
    private static final int RESENDS_MAX = 20;

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyDocumentIsCreatedExactlyOnce() throws Exception {
        SandboxSettings standard = SandboxSettings.standard();
        SandboxSettings settings = new SandboxSettings(
                0, Faults.usual(FAULTS), SEED, standard.perMinute(), standard.lockOut(), standard.hang());
        Path data = folder.resolve("data");
        try (Sandbox sandbox = Sandbox.start(settings)) {
            KillableServer first = start(data, sandbox);
            String sheet;
            try {
                sheet = new DeskClient(first.address()).send(DeskClient.sheetOf("INV-", DOCUMENTS));
                awaitCreated(new DeskClient(first.address()), sheet, DOCUMENTS / 4);
            } finally {
                first.kill();
            }
            KillableServer second = start(data, sandbox);
            try {
                awaitCreated(new DeskClient(second.address()), sheet, DOCUMENTS / 2);
            } finally {
                second.kill();
            }
            KillableServer third = start(data, sandbox);
            try {
                resendUntilAllIsThere(new DeskClient(third.address()), sheet);
            } finally {
                third.kill();
            }
            assertThat(sandbox.created())
                    .as("seed " + SEED)
                    .containsEntry("invoice", (long) DOCUMENTS)
                    .containsEntry("duplicates", List.of());
        }
    }

    private static KillableServer start(Path data, Sandbox sandbox) throws IOException {
        return KillableServer.start(data, "--sandbox", sandbox.address().toString());
    }

    private static void awaitCreated(DeskClient desk, String sheet, int documents) throws Exception {
        Settled.until(
                () -> desk.get(sheet),
                found -> found.path("states").path("Created").asInt() >= documents);
    }

    /** Six attempts do not always do: what is left is sent again, as a person does. */
    private static void resendUntilAllIsThere(DeskClient desk, String sheet) throws Exception {
        for (int round = 0; round < RESENDS_MAX; round++) {
            JsonNode states = desk.settled(sheet);
            if (states.path("Created").asInt() == DOCUMENTS) {
                return;
            }
            desk.api("POST", sheet + "/resend", "{}", 202);
        }
        throw new AssertionError("after " + RESENDS_MAX + " rounds something is still not there: " + desk.get(sheet));
    }
}
