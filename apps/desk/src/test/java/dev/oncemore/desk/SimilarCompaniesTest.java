package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.WallClock;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two new companies that differ in case only, one is a typing error, also when both are added at the same time. */
class SimilarCompaniesTest {
    private interface Scene {
        void play(OpenDesk desk, Meeting meeting) throws Exception;
    }

    private static void on(String store, Map<String, String> environment, Scene scene) throws Exception {
        Meeting meeting = new Meeting();
        try (OpenDesk desk =
                OpenDesk.on(store, environment, 1, "", source -> TappedConnections.of(source, meeting::statement))) {
            scene.play(desk, meeting);
        }
    }

    private static void on(DatabaseServer server, Scene scene) throws Exception {
        try (FreshDatabase database = server.freshDatabase()) {
            on(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                    scene);
        }
    }

    private static Act<Boolean> put(OpenDesk desk, String company, Companies.IfNew ifNew) {
        BillingService billing = new BillingService(
                desk.backend(), desk.sendService(), desk.acts(), Ids.timeOrdered(WallClock.system(), Chance.system()));
        BigDecimal ten = BigDecimal.TEN;
        return billing.put(
                new BillingPlan(company, "c-1", DocumentType.INVOICE, "Foods", "Rent", ten, ten, ten), ifNew, "anna");
    }

    private static List<String> companies(OpenDesk desk) {
        return desk.database().query("SELECT name FROM oncemore_company ORDER BY name", row -> row.getString(1));
    }

    private static void oneOfTwoPasses(OpenDesk desk, Meeting meeting) throws Exception {
        List<Object> ends = meeting.of(
                "INSERT INTO oncemore_audit",
                () -> desk.acts().run(put(desk, "acme", Companies.IfNew.ADD_UNLESS_NEAR)),
                "'checked'",
                () -> {
                    Act<Boolean> put = put(desk, "ACME", Companies.IfNew.ADD_UNLESS_NEAR);
                    desk.database().query("SELECT 'checked'", row -> true);
                    return desk.acts().run(put);
                });
        assertThat(ends.get(0)).isEqualTo(true);
        assertThat(ends.get(1))
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused).hasMessageContaining("did you mean acme?"));
        assertThat(companies(desk)).containsExactly("acme");

        desk.acts().run(put(desk, "ACME", Companies.IfNew.ADD));
        desk.acts().run(put(desk, "A-C-M-E", Companies.IfNew.ADD));
        assertThat(companies(desk)).as("on purpose").containsExactlyInAnyOrder("A-C-M-E", "ACME", "acme");
    }

    @Test
    void oneOfTwoPasses_onSqlite(@TempDir Path folder) throws Exception {
        on("sqlite:" + folder.resolve("s.db"), Map.of(), SimilarCompaniesTest::oneOfTwoPasses);
    }

    @Test
    void oneOfTwoPasses_onPostgres() throws Exception {
        on(PostgresServer.shared(), SimilarCompaniesTest::oneOfTwoPasses);
    }

    @Test
    void oneOfTwoPasses_onMariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        on(MariaDbServer.shared(), SimilarCompaniesTest::oneOfTwoPasses);
    }

    @Test
    void oneIsFoundAmongThousands(@TempDir Path folder) throws Exception {
        on("sqlite:" + folder.resolve("s.db"), Map.of(), (desk, meeting) -> {
            desk.acts().run(put(desk, "zeta", Companies.IfNew.ADD));
            desk.database()
                    .insertNew(
                            "oncemore_company (name, who, created_at)",
                            IntStream.range(0, 1_500)
                                    .mapToObj(i -> List.of("a" + i, "anna", 0L))
                                    .toList());
            assertThatExceptionOfType(Rejected.class)
                    .isThrownBy(() -> put(desk, "ZETA", Companies.IfNew.ADD_UNLESS_NEAR))
                    .withMessageContaining("did you mean zeta?");
        });
    }
}
