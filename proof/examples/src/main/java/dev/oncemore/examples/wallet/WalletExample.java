package dev.oncemore.examples.wallet;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Transfers by 64 threads at a time, in a process that is killed. */
public final class WalletExample implements Example {
    private static final long START_CENTS = 10_000;

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new WalletExample());
    }

    @Override
    public String name() {
        return "wallet";
    }

    @Override
    public String summary() {
        return "money moves once per transfer, with 64 threads and a process that is killed";
    }

    @Override
    public Tally wanted() {
        return Tally.of(0, "transfers lost").and(0, "wrong balances").and(0, "cents missing");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase()) {
            Database database = open(postgres);
            addAccounts(database, "ann", "bob");
            readThenWrite(database);
            long lost = WalletNode.THREADS - (START_CENTS - cents(database, "ann")) / WalletNode.CENTS;
            long wrong = lost == 0 ? 0 : 2; // ann's and bob's
            out.accept("64 threads read a balance of 100.00, and each writes 99.00: " + lost + " transfers are lost.");

            database.update("UPDATE account SET cents = ?", START_CENTS);
            Process node = WalletNode.start(postgres, "naive");
            node.waitFor();
            database.update("UPDATE account SET cents = cents - ? WHERE id = 'ann'", WalletNode.CENTS);
            database.update("UPDATE account SET cents = cents + ? WHERE id = 'bob'", WalletNode.CENTS);
            long missing = 2 * START_CENTS - total(database);
            out.accept("The process dies between debit and credit, and the client repeats the transfer: " + missing
                    + " cents are missing.");
            return Tally.of(lost, "transfers lost").and(wrong, "wrong balances").and(missing, "cents missing");
        }
    }

    /** All threads read before the first one writes, as they may at any time. */
    private static void readThenWrite(Database database) {
        CyclicBarrier allHaveRead = new CyclicBarrier(WalletNode.THREADS);
        Together.run(WalletNode.THREADS, thread -> () -> {
            long ann = cents(database, "ann");
            long bob = cents(database, "bob");
            allHaveRead.await(1, TimeUnit.MINUTES);
            database.update("UPDATE account SET cents = ? WHERE id = 'ann'", ann - WalletNode.CENTS);
            database.update("UPDATE account SET cents = ? WHERE id = 'bob'", bob + WalletNode.CENTS);
            return thread;
        });
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase()) {
            Database database = open(postgres);
            for (int i = 0; i < WalletNode.ACCOUNTS; i++) {
                addAccounts(database, "account-" + i);
            }
            for (int lines : new int[] {20, 60, 100}) {
                killAfter(WalletNode.start(postgres, "keyed"), lines);
                out.accept("64 threads transfer, and the process is killed after " + lines + " transfers.");
            }
            if (WalletNode.start(postgres, "keyed").waitFor() != 0) {
                throw new IllegalStateException("the last process failed");
            }
            out.accept("A new process repeats all " + WalletNode.TRANSFERS + " transfers with their ids.");
            return count(database);
        }
    }

    /** Reads what the process prints, and kills it in the middle of the next transfers. */
    private static void killAfter(Process process, int lines) throws IOException, InterruptedException {
        try (BufferedReader printed = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < lines; i++) {
                if (printed.readLine() == null) {
                    throw new IllegalStateException("the process ended after " + i + " transfers");
                }
            }
            process.destroyForcibly().waitFor();
        }
    }

    private static Tally count(Database database) {
        long[] expected = new long[WalletNode.ACCOUNTS];
        for (int i = 0; i < WalletNode.TRANSFERS; i++) {
            expected[Integer.parseInt(WalletNode.from(i).substring("account-".length()))] -= WalletNode.CENTS;
            expected[Integer.parseInt(WalletNode.to(i).substring("account-".length()))] += WalletNode.CENTS;
        }
        long wrong = 0;
        for (int i = 0; i < WalletNode.ACCOUNTS; i++) {
            wrong += cents(database, "account-" + i) == START_CENTS + expected[i] ? 0 : 1;
        }
        long changes = database.first("SELECT sum(version) AS n FROM account", row -> row.getLong("n"))
                .orElseThrow();
        long missing = WalletNode.ACCOUNTS * START_CENTS - total(database);
        return Tally.of(WalletNode.TRANSFERS - changes / 2, "transfers lost")
                .and(wrong, "wrong balances")
                .and(missing, "cents missing");
    }

    private static Database open(FreshDatabase postgres) {
        JdbcStores stores = JdbcStores.of(postgres.pooled(WalletNode.THREADS));
        stores.schema().apply();
        Database database = stores.database();
        database.update(
                "CREATE TABLE account (id TEXT PRIMARY KEY, cents BIGINT NOT NULL, version BIGINT NOT NULL DEFAULT 0)");
        return database;
    }

    private static void addAccounts(Database database, String... ids) {
        for (String id : ids) {
            database.update("INSERT INTO account (id, cents) VALUES (?, ?)", id, START_CENTS);
        }
    }

    private static long cents(Database database, String account) {
        return Wallet.read(database, account).cents();
    }

    private static long total(Database database) {
        return database.first("SELECT sum(cents) AS n FROM account", row -> row.getLong("n"))
                .orElseThrow();
    }
}
