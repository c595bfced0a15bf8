package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.spring.Payments.Pay;
import dev.oncemore.spring.Payments.Receipt;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.TaskState;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application as Spring's ahead-of-time processing generates it: compiled and run, with hints for a native image. */
class AheadOfTimeTest {
    private static final TestPropertyValues PROPERTIES = TestPropertyValues.of(
            "spring.application.name=shop",
            "oncemore.tasks.workers=false",
            "oncemore.policies.bank.preset=api",
            "oncemore.policies.bank.backoff.base=1ms",
            "oncemore.policies.bank.attempt-timeout=20s",
            "oncemore.policies.bank.deadline=60s");

    @Test
    @CompileWithForkedClassLoader
    void theProcessedApplicationRetriesRecordsAndHandles() {
        TestGenerationContext generation = new TestGenerationContext();
        ClassName initializer = processed(generation);

        TestCompiler.forSystem().with(generation).compile(compiled -> {
            GenericApplicationContext context = new GenericApplicationContext();
            PROPERTIES.applyTo(context);
            initialize(context, compiled.getInstance(ApplicationContextInitializer.class, initializer.toString()));
            try (context) {
                context.refresh();
                works(context);
            }
        });
        hasHints(generation.getRuntimeHints());
    }

    private static ClassName processed(TestGenerationContext generation) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        PROPERTIES.applyTo(context);
        context.register(Application.class);
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        return initializer;
    }

    @SuppressWarnings("unchecked") // generated for such contexts
    private static void initialize(GenericApplicationContext context, ApplicationContextInitializer<?> generated) {
        ((ApplicationContextInitializer<GenericApplicationContext>) generated).initialize(context);
    }

    private static void works(GenericApplicationContext context) {
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        jdbc.sql("create table if not exists payment (id text)").update();
        Payments payments = context.getBean(Payments.class);
        Tasks tasks = context.getBean(Tasks.class);
        Pay pay = new Pay("acme", UUID.randomUUID().toString(), 10);
        payments.failNext(1);

        Receipt first = payments.payWithRetries(pay);
        assertThat(payments.payWithRetries(pay)).isEqualTo(first);
        assertThat(jdbc.sql("select count(*) from payment where id = ?")
                        .param(pay.id())
                        .query(Long.class)
                        .single())
                .isEqualTo(1);

        TaskHandle handle = tasks.enqueue("aot-mail", pay);
        tasks.manualWorker().runAll();
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(context.getBean(Mails.class).sent).hasValue(1);
    }

    private static void hasHints(RuntimeHints hints) {
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Mails.class, "mail"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Mails.class, "tick"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Pay.class))
                .as("read from JSON, and by expressions")
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Receipt.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(HeldConnection.IS_TRANSACTION_ACTIVE))
                .accepts(hints);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        JdbcClientAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        OncemoreAutoConfiguration.class,
        OncemoreStoresAutoConfiguration.class,
        OncemoreEnginesAutoConfiguration.class
    })
    @Import({Payments.class, Mails.class})
    static class Application {
        @Bean
        DataSource dataSource() {
            return TestDatabase.POOL;
        }
    }

    static class Mails {
        final AtomicInteger sent = new AtomicInteger();

        @HandlesTask("aot-mail")
        void mail(Pay pay) {
            sent.incrementAndGet();
        }

        @FiresAt(name = "aot-tick", cron = "0 0 * * *", zone = "UTC")
        void tick() {}
    }
}
