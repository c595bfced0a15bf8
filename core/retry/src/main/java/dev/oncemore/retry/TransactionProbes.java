package dev.oncemore.retry;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The probes of this application. */
final class TransactionProbes {
    private static final int PROBES_MAX = 16;
    private static final List<TransactionProbe> FOUND = find();

    private TransactionProbes() {}

    /** The first probe that sees a transaction on this thread, or null. */
    static @Nullable TransactionProbe seeing() {
        for (TransactionProbe probe : FOUND) {
            if (probe.isTransactionOpen()) {
                return probe;
            }
        }
        return null;
    }

    /** A probe that cannot be loaded must not take the application down with it. */
    private static List<TransactionProbe> find() {
        Iterator<TransactionProbe> probes = ServiceLoader.load(
                        TransactionProbe.class, TransactionProbe.class.getClassLoader())
                .iterator();
        List<TransactionProbe> found = new ArrayList<>();
        for (int i = 0; i < PROBES_MAX; i++) {
            try {
                if (!probes.hasNext()) {
                    break;
                }
                found.add(probes.next());
            } catch (ServiceConfigurationError e) {
                System.getLogger("dev.oncemore.retry")
                        .log(
                                Level.ERROR,
                                "a transaction probe cannot be loaded: records and tasks written inside its transactions will"
                                        + " outlive their rollback; correct META-INF/services/"
                                        + TransactionProbe.class.getName(),
                                e);
            }
        }
        return List.copyOf(found);
    }
}
