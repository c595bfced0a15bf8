package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.once.NotDoneException;
import dev.oncemore.once.Outcome;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.spring.Payments.Pay;
import dev.oncemore.spring.Payments.Receipt;
import dev.oncemore.task.Tasks;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Retries and records around methods, with a real database. */
@SpringBootTest(
        classes = AnnotatedMethodsTest.Application.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "oncemore.policies.bank.preset=api",
            "oncemore.policies.bank.backoff.base=1ms",
            "oncemore.policies.bank.attempt-timeout=20s",
            "oncemore.policies.bank.deadline=60s"
        })
class AnnotatedMethodsTest {
    private final Pay pay = new Pay("acme", UUID.randomUUID().toString(), 10);

    @Autowired
    private Payments payments;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Tasks tasks;

    @Autowired
    private PlatformTransactionManager transactions;

    @BeforeEach
    void forget() {
        jdbc.sql("create table if not exists payment (id text)").update();
        payments.forget();
    }

    @Test
    void theOrderIsRetryThenTransactionThenRecord() {
        List<String> order = Arrays.stream(((Advised) payments).getAdvisors())
                .map(Advisor::getAdvice)
                .map(advice -> advice.getClass().getSimpleName())
                .toList();

        assertThat(order).containsExactly("RetryingInterceptor", "TransactionInterceptor", "RunOnceInterceptor");
    }

    @Test
    void eachAttemptHasATransactionOfItsOwn_andTheEffectIsRecordedOnce() {
        payments.failNext(2);

        Receipt first = payments.payWithRetries(pay);
        Receipt second = payments.payWithRetries(pay);

        assertThat(second).isEqualTo(first);
        assertThat(payments.transactions()).hasSize(3).doesNotHaveDuplicates();
        assertThat(rows(pay.id())).isEqualTo(1);
    }

    @Test
    void theRecordRollsBackWithTheTransaction() {
        assertThatIllegalArgumentException().isThrownBy(() -> payments.pay(new Pay("acme", pay.id(), -1)));
        assertThat(rows(pay.id())).isZero();

        assertThat(payments.pay(pay).paid()).isEqualTo(10);
        assertThat(rows(pay.id())).isEqualTo(1);
    }

    @Test
    void theRecordJoinsTheTransactionOfTheCaller() {
        TransactionTemplate outer = new TransactionTemplate(transactions);

        outer.executeWithoutResult(status -> {
            payments.payAnywhere(pay);
            status.setRollbackOnly();
        });
        assertThat(rows(pay.id())).isZero();

        outer.executeWithoutResult(status -> payments.payAnywhere(pay));
        outer.executeWithoutResult(status -> payments.payAnywhere(pay));
        assertThat(rows(pay.id())).isEqualTo(1);
    }

    @Test
    void theTaskOfARepeatedCallIsEnqueuedOnce() {
        payments.pay(pay);
        payments.pay(pay);

        assertThat(payments.enqueued())
                .singleElement()
                .satisfies(id -> assertThat(tasks.find(id).poll()).isPresent());
    }

    @Test
    void withoutATransactionTheEffectIsLeased() {
        Receipt first = payments.payAnywhere(pay);

        assertThat(payments.payAnywhere(pay)).isEqualTo(first);
        assertThat(rows(pay.id())).isEqualTo(1);
    }

    @Test
    void aFailureBeforeALeasedEffectReachesTheCaller_andAnotherLeavesDoubt() {
        assertThatThrownBy(() -> payments.payAnywhere(new Pay("acme", pay.id(), -2)))
                .isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> payments.payAnywhere(new Pay("acme", "other " + pay.id(), -1)))
                .isInstanceOf(NotDoneException.class)
                .hasMessageContaining("unknown")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void otherArgumentsUnderTheSameKeyAreRefused() {
        payments.pay(pay);

        assertThatThrownBy(() -> payments.pay(new Pay("acme", pay.id(), 11)))
                .isInstanceOfSatisfying(
                        NotDoneException.class, e -> assertThat(e.outcome()).isInstanceOf(Outcome.Mismatch.class));
    }

    @Test
    void valuesOfAllKindsAreReplayed() {
        String id = pay.id();

        assertThat(payments.listed("acme", id)).isEqualTo(List.of(new Receipt(id, 1)));
        assertThat(payments.listed("acme", id)).isEqualTo(List.of(new Receipt(id, 1)));
        assertThat(payments.counted("acme", id)).isEqualTo(2);
        assertThat(payments.counted("acme", id)).isEqualTo(2);
        payments.nothing("acme", id);
        payments.nothing("acme", id);
        assertThat(rows(id)).isEqualTo(3);
    }

    @Test
    void aNullKeyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> payments.pay(new Pay("acme", null, 1)))
                .withMessageContaining("#pay.id")
                .withMessageContaining("Payments.pay");
    }

    @Test
    void insideATransactionOfTheCallerThereIsOneAttempt() {
        payments.failNext(1);
        TransactionTemplate outer = new TransactionTemplate(transactions);

        assertThatThrownBy(() -> outer.executeWithoutResult(status -> payments.payWithRetries(pay)))
                .isInstanceOf(GaveUpException.class)
                .hasCauseInstanceOf(CannotAcquireLockException.class);
        assertThat(rows(pay.id())).isZero();
    }

    @Test
    void aFutureIsRetried() {
        AtomicInteger attempts = new AtomicInteger();

        assertThat(payments.later(attempts).toCompletableFuture().join()).isEqualTo(2);
    }

    @Test
    void whatCannotWorkIsToldAtStart() {
        assertThat(failure(FinalMethod.class)).contains("FinalMethod.call", "it is final");
        assertThat(failure(PrivateMethod.class)).contains("PrivateMethod.call", "it is private");
        assertThat(failure(FinalClass.class)).contains("FinalClass.call", "its class is final");
        assertThat(failure(UnknownPolicy.class)).contains("UnknownPolicy.call", "there is no engine 'bnak'", "bank");
        assertThat(failure(WrongExpression.class)).contains("WrongExpression.call", "@RunOnce");
        assertThat(failure(LateValue.class)).contains("LateValue.call", "CompletableFuture");
    }

    @Test
    void aRecordWithoutADatabaseIsRefused() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(OncemoreAutoConfiguration.class, OncemoreStoresAutoConfiguration.class))
                .withBean(Unprotected.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("Unprotected.call: @RunOnce needs a database or Redis"));
    }

    @Test
    void callsWithinAClassAreFound() throws Exception {
        List<CallsWithin.Found> calls =
                CallsWithin.of(CallsItself.class, List.of(CallsItself.class.getDeclaredMethod("called", int.class)));

        assertThat(calls).hasSize(3).extracting(CallsWithin.Found::callee).containsOnly("called");
        assertThat(CallsWithin.of(CallsItself.class, List.of(CallsItself.class.getDeclaredMethod("directly"))))
                .isEmpty();
    }

    private static String failure(Class<?> bean) {
        List<String> descriptions = new ArrayList<>();
        TestDatabase.application()
                .withPropertyValues("oncemore.policies.bank.preset=api")
                .withUserConfiguration(bean)
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis =
                            new InvalidSettingAnalyzer(new StandardEnvironment()).analyze(context.getStartupFailure());
                    descriptions.add(analysis.getDescription());
                });
        return descriptions.get(0);
    }

    private long rows(String id) {
        return jdbc.sql("select count(*) from payment where id = ?")
                .param(id)
                .query(Long.class)
                .single();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Payments.class)
    static class Application {
        @Bean
        DataSource dataSource() {
            return TestDatabase.POOL;
        }
    }

    static class FinalMethod {
        @Retrying(policy = "bank")
        public final void call() {}
    }

    static class PrivateMethod {
        @RunOnce(operation = "x", tenant = "'a'", key = "'b'")
        @SuppressWarnings("UnusedMethod") // found by its annotation
        private void call() {}
    }

    static final class FinalClass {
        @Retrying(policy = "bank")
        public void call() {}
    }

    static class UnknownPolicy {
        @Retrying(policy = "bnak")
        public void call() {}
    }

    static class WrongExpression {
        @RunOnce(operation = "x", tenant = "'a'", key = "#id.(")
        public void call(String id) {}
    }

    static class Unprotected {
        @RunOnce(operation = "x", tenant = "'a'", key = "#id")
        public void call(String id) {}
    }

    static class LateValue {
        @RunOnce(operation = "x", tenant = "'a'", key = "#id")
        public CompletableFuture<String> call(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }

    static class CallsItself {
        int called(int value) {
            return value;
        }

        int directly() {
            return called(1);
        }

        IntSupplier inALambda() {
            return () -> called(2);
        }

        IntUnaryOperator byReference() {
            return this::called;
        }
    }
}
