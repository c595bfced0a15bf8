package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.Once;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.RedisServer;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Records in a real Redis, through the client that Spring Boot configures. */
class RedisInSpringTest {
    private final URI redis = RedisServer.shared().uri();
    private final String[] properties = {
        "spring.data.redis.host=" + redis.getHost(), "spring.data.redis.port=" + redis.getPort()
    };

    private static ApplicationContextRunner withRedis(ApplicationContextRunner application) {
        return application.withConfiguration(AutoConfigurations.of(
                DataRedisAutoConfiguration.class,
                OncemoreAutoConfiguration.class,
                OncemoreStoresAutoConfiguration.class,
                OncemoreRedisAutoConfiguration.class,
                OncemoreEnginesAutoConfiguration.class));
    }

    @Test
    void withoutADatabaseRecordsAreInRedis() {
        withRedis(new ApplicationContextRunner())
                .withPropertyValues(properties)
                .withBean(Mails.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RedisRecordStore.class);
                    assertThat(context).doesNotHaveBean(Tasks.class);
                    Mails mails = context.getBean(Mails.class);
                    String id = UUID.randomUUID().toString();

                    assertThat(mails.send(id)).isEqualTo("sent 1");
                    assertThat(mails.send(id)).isEqualTo("sent 1");
                    assertThat(mails.send("other " + id)).isEqualTo("sent 2");
                });
    }

    @Test
    void withADatabaseRecordsAreThere_unlessRedisIsChosen() {
        ApplicationContextRunner both = withRedis(TestDatabase.application()).withPropertyValues(properties);

        both.run(context ->
                assertThat(context).hasSingleBean(TransactionalOnce.class).doesNotHaveBean(RedisRecordStore.class));
        both.withPropertyValues("oncemore.once.store=redis")
                .withBean(Mails.class)
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(Once.class)
                            .hasSingleBean(RedisRecordStore.class)
                            .hasSingleBean(Tasks.class)
                            .doesNotHaveBean(TransactionalOnce.class);
                    Mails mails = context.getBean(Mails.class);
                    String id = UUID.randomUUID().toString();
                    assertThat(mails.send(id)).isEqualTo("sent 1");

                    assertThatIllegalStateException()
                            .as("a record in Redis would outlive the rollback")
                            .isThrownBy(() -> new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                                    .executeWithoutResult(status -> mails.send("inside " + id)))
                            .withMessageContaining("outside of the transaction");
                    assertThat(mails.send(id)).isEqualTo("sent 1");
                });
    }

    static class Mails {
        private final AtomicInteger sent = new AtomicInteger();

        @RunOnce(operation = "mail:send", tenant = "'acme'", key = "#id")
        public String send(String id) {
            return "sent " + sent.incrementAndGet();
        }
    }
}
