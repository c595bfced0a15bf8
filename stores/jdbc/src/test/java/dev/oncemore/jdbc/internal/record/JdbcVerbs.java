package dev.oncemore.jdbc.internal.record;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.RecordStoreConformance;
import java.time.Duration;

/** The conformance of the verbs, over JDBC. */
abstract class JdbcVerbs extends RecordStoreConformance {
    private StoreTables tables;

    abstract StoreDatabase database();

    @Override
    protected RecordStore openStore() {
        tables = database().tables();
        return tables.store();
    }

    /**
     * Moves all times in the table forward instead. That is the same: the clock counts only where it is compared with them,
     * and fences come from elsewhere.
     */
    @Override
    protected boolean setClockBack(Duration by) {
        long micros = by.toMillis() * 1_000;
        tables.execute("""
                update %1$srecord set created_at = created_at + %2$d, updated_at = updated_at + %2$d,
                    lease_until = lease_until + %2$d, expires_at = expires_at + %2$d
                """.formatted(tables.prefix, micros));
        return true;
    }
}
