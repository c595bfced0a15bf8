package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.server.Connections;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A running application of one kind, and its client. */
final class ShopServer implements AutoCloseable {
    /** One connection for each caller, as many threads: what is measured is the work, not waiting for a pool. */
    static final int CALLERS = Connections.CONNECTIONS;

    private static final int OK = 200;

    private final ConfigurableApplicationContext context;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI uri;

    private ShopServer(ConfigurableApplicationContext context) {
        this.context = context;
        uri = URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + "/payments");
    }

    static ShopServer start(Protection protection, FreshDatabase database) {
        SpringApplication application = new SpringApplication(protection.application());
        application.setBannerMode(Banner.Mode.OFF);
        application.setRegisterShutdownHook(false);
        List<String> arguments = settings(protection, database);
        arguments.add("--spring.datasource.hikari.maximum-pool-size=" + CALLERS);
        return new ShopServer(application.run(arguments.toArray(String[]::new)));
    }

    /** The command line of its application, which creates its own tables, as most do. */
    static List<String> settings(Protection protection, FreshDatabase database) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.tomcat.threads.max=" + CALLERS,
                "--server.tomcat.max-keep-alive-requests=-1",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.sql.init.mode=always",
                "--spring.sql.init.schema-locations=classpath:dev/oncemore/bench/spring/shop.sql",
                "--logging.level.root=warn",
                "--spring.main.log-startup-info=false"));
        protection.properties().forEach(property -> arguments.add("--" + property));
        return arguments;
    }

    /** How many payments were made under this key. */
    static long payments(FreshDatabase database, String reference) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT count(*) FROM payment WHERE reference = ?")) {
            query.setString(1, reference);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    /** Transactions of this database that wrote something, until now. */
    static long writes(FreshDatabase database) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new MeasuringException("PostgreSQL did not tell its transactions: " + e, e);
        }
    }

    /** Pays under new keys for this long; returns the payments per second. */
    double perSecond(Duration length) {
        return new Connections(uri)
                .perSecond(ShopServer::request, OK, Long.toHexString(System.nanoTime()) + "-", length);
    }

    private static String request(String key) {
        return "POST /payments HTTP/1.1\r\nHost: localhost\r\n" + ShopApplication.KEY + ": \"" + key
                + "\"\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n10";
    }

    /** One payment under this key. */
    void pay(String key) throws IOException, InterruptedException {
        HttpResponse<String> response = send(key);
        Subject.require(
                response.statusCode() == OK && response.body().equals("paid 10"),
                response.statusCode() + " " + response.body());
    }

    HttpResponse<String> send(String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header(ShopApplication.KEY, '"' + key + '"')
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("10"))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
