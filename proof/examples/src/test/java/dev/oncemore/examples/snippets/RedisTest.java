package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import dev.oncemore.testkit.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisTest {
    @Test
    void records() {
        String address = RedisServer.shared().uri().toString();
        Outcome<String> outcome;

        // snippet: redis
        RedisSettings settings = RedisSettings.standard().prefix("payments:").tombstone(Duration.ofDays(1));
        try (RedisRecordStore store = RedisRecordStore.at(address, settings)) { // redis://host:6379
            Once once = Once.on(store, OnceSettings.standard().who("billing service"));
            Operation<String> pay =
                    once.operation("payment:create", String.class).build();
            outcome = pay.key("acme", "inv-001").run(Payload.none(), claim -> "charged");
        }
        // end

        assertThat(outcome.require()).isEqualTo("charged");
    }
}
