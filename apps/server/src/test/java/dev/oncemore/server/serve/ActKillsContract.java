package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import io.javalin.http.HandlerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that dies between any two statements of an act, on each database: the act is done with its audit line, or neither is
 * there. It is never parked as unknown, and done once when the request is sent again with its key.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ActKillsContract {
    private static final Set<HandlerType> HARMLESS =
            Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS, HandlerType.TRACE);

    /** Figures that applications send in are no acts, and have no audit line. */
    private static final Set<String> NO_ACTS = Set.of("POST /api/reports");

    private ActBench bench;

    /** A store without anything in it. */
    abstract StoreUrl store(Path folder) throws Exception;

    abstract Map<String, String> environment();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        bench = ActBench.on(store(folder), environment());
    }

    @AfterAll
    void stop() throws Exception {
        bench.close();
    }

    @Test
    void everyRouteOfTheApiThatActsIsKilled() {
        Set<String> acting = bench.server().endpoints().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.path.startsWith("/api/") && !HARMLESS.contains(endpoint.method))
                .map(endpoint -> endpoint.method + " " + endpoint.path)
                .filter(route -> !NO_ACTS.contains(route))
                .collect(Collectors.toSet());
        List<String> killed = ActKinds.all().stream().map(ActKinds.Kind::route).toList();
        assertThat(killed)
                .as("each route that changes something needs a line in ActKinds")
                .containsAll(acting);
    }

    @TestFactory
    Stream<DynamicTest> isDoneWithItsLine_orNot_andOnce() {
        return ActKinds.all().stream()
                .map(kind -> DynamicTest.dynamicTest(
                        kind.route(),
                        () -> assertThat(bench.killEverywhere(kind)).isGreaterThan(2)));
    }
}
