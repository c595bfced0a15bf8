package dev.oncemore.examples.wallet;

import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.examples.run.ChildProcess;
import dev.oncemore.jdbc.Database;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.IOException;

/** A process of the wallet, which the example kills. It prints a line for each transfer. */
final class WalletNode {
    static final int THREADS = 64;
    static final int TRANSFERS = 128;
    static final int ACCOUNTS = 16;
    static final long CENTS = 100;

    private WalletNode() {}

    /** Starts a process on this database: {@code naive} or {@code keyed}. */
    static Process start(FreshDatabase database, String mode) throws IOException {
        return ChildProcess.start(WalletNode.class, database, mode);
    }

    /**
     * Makes transfers.
     *
     * @param args the URL and the user of the database, and the mode
     */
    public static void main(String[] args) {
        try (HikariDataSource pool = ChildProcess.pool(args, THREADS)) {
            if (args[2].equals("naive")) {
                debitAndDie(Database.of(pool));
            } else {
                transferAll(new Wallet(pool));
            }
        }
    }

    /** Two statements without a transaction, and a crash between them. */
    private static void debitAndDie(Database database) {
        database.update("UPDATE account SET cents = cents - ? WHERE id = 'ann'", CENTS);
        Runtime.getRuntime().halt(137);
    }

    private static void transferAll(Wallet wallet) {
        Together.run(THREADS, thread -> () -> {
            for (int i = thread; i < TRANSFERS; i += THREADS) {
                wallet.transfer("transfer-" + i, from(i), to(i), CENTS);
                System.out.println("transfer-" + i);
            }
            return thread;
        });
    }

    static String from(int transfer) {
        return "account-" + transfer % ACCOUNTS;
    }

    static String to(int transfer) {
        return "account-" + (transfer * 7 + 5) % ACCOUNTS;
    }
}
