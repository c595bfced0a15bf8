package dev.oncemore.examples.snippets;

import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.WebhookSecret;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;

// snippet: registry
/** Endpoints in a table of yours: hook(id, url, secrets, disabled_because), the secrets with spaces between. */
record JdbcEndpoints(DataSource database) implements Endpoint.Registry {
    @Override
    public Optional<Endpoint> find(String id) {
        String sql = "SELECT url, secrets, disabled_because FROM hook WHERE id = ?";
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, id);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(endpoint(id, row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the table of endpoints cannot be read", e);
        }
    }

    private static Endpoint endpoint(String id, ResultSet row) throws SQLException {
        WebhookSecret[] secrets = Stream.of(row.getString("secrets").split(" "))
                .map(WebhookSecret::parse)
                .toArray(WebhookSecret[]::new);
        Endpoint endpoint = Endpoint.of(id, URI.create(row.getString("url")), secrets);
        String because = row.getString("disabled_because");
        return because == null ? endpoint : endpoint.disabled(because);
    }

    @Override
    public void disable(String id, String because) {
        String sql = "UPDATE hook SET disabled_because = ? WHERE id = ? AND disabled_because IS NULL";
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, because);
            update.setString(2, id);
            update.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("an endpoint cannot be disabled", e);
        }
    }
}
// end
