package dev.oncemore.examples.pipeline;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.TableSource;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Codec;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.BatchTransactions;
import dev.oncemore.task.batch.Item;
import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.DataSource;

/** Two batches: bookings from a file, and interest for each account of a table. */
final class Pipeline {
    static final int CHUNK = 100;

    final TransactionalTasks<Connection> tasks;
    final Batch<String> bookings;
    final Batch<String> interest;

    private final Database database;
    /** Ends the process at this line, in the middle of a chunk; empty for no line. */
    private final String deadlyLine;

    Pipeline(DataSource dataSource, Path file, String deadlyLine) {
        this.deadlyLine = deadlyLine;
        // snippet: batches
        JdbcStores stores = JdbcStores.of(dataSource);
        database = stores.database();
        tasks = Tasks.on(stores.tasks());
        BatchTransactions<Connection> transactions = Transactions.on(dataSource).forBatches();
        bookings = Batch.within(
                tasks,
                transactions,
                "bookings",
                new CsvSource(file),
                BatchOptions.chunksOf(CHUNK),
                (chunk, connection) -> {
                    for (Item<String> line : chunk.items()) {
                        book(connection, line);
                    }
                });
        interest = Batch.within(
                tasks,
                transactions,
                "interest",
                TableSource.of(dataSource, "account", "id").rows(Codec.text(), row -> row.getString("id")),
                BatchOptions.chunksOf(CHUNK),
                (chunk, connection) -> chunk.items()
                        .forEach(account -> database.within(connection)
                                .update("INSERT INTO interest VALUES (?)", account.value())));
        // end
    }

    private void book(Connection connection, Item<String> line) {
        if (line.value().equals(deadlyLine)) {
            Runtime.getRuntime().halt(137); // a kill in the middle of a chunk
        }
        insert(connection, line);
    }

    // snippet: insert
    private void insert(Connection connection, Item<String> line) {
        String[] fields = line.value().split(";", -1);
        if (fields.length != 2) {
            line.poison("expected account;cents"); // becomes a dead letter, and the batch goes on
            return;
        }
        database.within(connection).update("INSERT INTO booking VALUES (?, ?)", fields[0], Long.parseLong(fields[1]));
    }
    // end
}
