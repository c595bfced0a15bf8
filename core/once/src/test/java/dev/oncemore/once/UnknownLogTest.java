package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An unknown outcome is logged once, and without secrets. */
class UnknownLogTest {
    private static final Logger LOGGER = Logger.getLogger("dev.oncemore.once");

    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Once once = Once.on(new InMemoryRecordStore());

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        LOGGER.removeHandler(handler);
    }

    private static Outcome<String> lose(Operation<String> pay) {
        return pay.key("acme", "inv-001").run(Payload.none(), claim -> {
            throw new IOException("token s3cret was cut off");
        });
    }

    @Test
    void anEffectThatEndsUnknownIsLoggedOnce_withItsKey_andWithoutTheTextOfTheException() {
        Operation<String> pay = once.operation("payment:create", String.class).build();

        assertThat(lose(pay)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lose(pay)).as("parked").isInstanceOf(Outcome.Unknown.class);

        assertThat(logged).singleElement().satisfies(record -> {
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getMessage())
                    .isEqualTo(
                            "it is unknown whether acme/*/payment:create inv-001 happened (java.io.IOException);"
                                    + " find out whether it did, then call resolveAsHappened or resolveAsNotHappened, or use the console");
            assertThat(record.getThrown()).isNull();
        });
    }

    @Test
    void whereTheNextCallFindsOut_theLogSaysSo() {
        Operation<String> pay = once.operation("payment:create", String.class)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();

        assertThat(lose(pay)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lose(pay)).as("the warning backs off").isInstanceOf(Outcome.Unknown.class);

        assertThat(logged).singleElement().satisfies(record -> {
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getMessage()).endsWith("; the next call with this key resolves it");
        });
    }

    @Test
    void whatIsKnownIsNotLogged() {
        Operation<String> pay = once.operation("payment:create", String.class).build();

        pay.key("acme", "inv-001").run(Payload.none(), claim -> "charged").require();
        pay.key("acme", "inv-001").run(Payload.none(), claim -> "again").require();

        assertThat(logged).isEmpty();
    }
}
