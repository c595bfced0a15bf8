package dev.oncemore.torture.planted.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.testkit.once.FinishConformance;
import dev.oncemore.testkit.once.OnceConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Effects and how they end, on the store in memory. */
public final class Effects {
    private Effects() {}

    /** The basic promises of effects. */
    public static final class Promises extends OnceConformance {
        @Override
        protected RecordStore openStore() {
            return new InMemoryRecordStore();
        }
    }

    /** How effects end under limits, retries and an unavailable store. */
    public static final class Ends extends FinishConformance {
        @Override
        protected RecordStore openStore() {
            return new InMemoryRecordStore();
        }
    }

    /** The same on Redis. */
    public static final class EndsOnRedis extends FinishConformance {
        private final RedisRecordStore store = Records.redis();

        @Override
        protected RecordStore openStore() {
            return store;
        }

        @AfterEach
        void close() {
            store.close();
        }
    }

    /** The same on SQLite. */
    public static final class EndsOnSqlite extends FinishConformance {
        @RegisterExtension
        final SqlTables tables = new SqlTables(SqlTables.SQLITE);

        @Override
        protected RecordStore openStore() {
            return tables.records();
        }
    }

    /** The notices that the owner of an effect gets while it runs, and its thread's interrupts. */
    public static final class Leases {
        private static final Duration LEASE = Duration.ofSeconds(30);

        private final VirtualTime time = new VirtualTime();

        private Once once(RecordStore store) {
            return Once.on(
                    store,
                    OnceSettings.standard()
                            .time(time)
                            .executor(Runnable::run)
                            .hookExecutor(Runnable::run)
                            .lease(LEASE));
        }

        private static Operation<String> pay(Once once) {
            return once.operation("payment:create", String.class).build();
        }

        private static Key key() {
            return Key.of("acme", "payment:create", "inv-001");
        }

        @Test
        void anOwnerThatAHeartbeatFoundDeposed_isTold() {
            RecordStore refusing = new DelegatingRecordStore(new InMemoryRecordStore()) {
                @Override
                public List<Boolean> extend(List<RecordExtension> extensions) {
                    return extensions.stream().map(extension -> false).toList();
                }
            };

            boolean told = pay(once(refusing))
                    .key(key())
                    .run(Payload.none(), claim -> {
                        time.advance(LEASE);
                        return String.valueOf(claim.isLost());
                    })
                    .toString()
                    .contains("true");

            assertThat(told).isTrue();
        }

        @Test
        void anInterruptThatComesWhileAnEffectRuns_isStillThereAfterItsEndIsWritten() {
            pay(once(new InMemoryRecordStore()))
                    .key(key())
                    .run(Payload.none(), claim -> {
                        Thread.currentThread().interrupt();
                        return "charged";
                    })
                    .require();

            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
