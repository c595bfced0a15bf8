package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.Transactional;

/** Methods whose annotation would silently do nothing. */
class RefusedMethodsTest {
    private final ApplicationContextRunner application =
            TestDatabase.application().withPropertyValues("oncemore.policies.bank.preset=api");

    /** The retry is outside, and would see that the method was handed to another thread. */
    @Test
    void aRetriedMethodThatReturnsBeforeItsWorkIsDone() {
        assertRefused(WithoutAResult.class, "return a CompletableFuture");
        assertRefused(PlainFuture.class, "return a CompletableFuture");
    }

    @Test
    void anAsyncMethodWithAFutureIsRetried() {
        application
                .withUserConfiguration(Asynchronous.class)
                .withBean(WithAFuture.class)
                .run(context -> {
                    AtomicInteger attempts = new AtomicInteger();
                    assertThat(context.getBean(WithAFuture.class).call(attempts).join())
                            .isEqualTo(2);
                });
    }

    @Test
    void aHandlerOfABeanThatIsNoSingleton() {
        application
                .withBean(Handler.class, Handler::new, bean -> bean.setScope(BeanDefinition.SCOPE_PROTOTYPE))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("Handler.call")
                        .hasMessageContaining("singleton"));
    }

    @Test
    void aKeyWhoseTextDiffersFromCallToCall() {
        application.withBean(OddKeys.class).run(context -> {
            OddKeys keys = context.getBean(OddKeys.class);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> keys.call(new Object()))
                    .withMessageContaining("whose text differs from call to call")
                    .withMessageContaining("#key");
            assertThatIllegalArgumentException().isThrownBy(() -> keys.call(new int[1]));
            assertThat(keys.call(7L)).isEqualTo("done");
            assertThat(keys.call(Thread.State.NEW)).isEqualTo("done");
        });
    }

    private void assertRefused(Class<?> bean, String reason) {
        application
                .withUserConfiguration(Asynchronous.class, bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining(bean.getSimpleName() + ".call")
                        .hasMessageContaining(reason));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync(proxyTargetClass = true)
    static class Asynchronous {}

    static class WithoutAResult {
        @Async
        @Retrying(policy = "bank")
        public void call() {}
    }

    static class PlainFuture {
        @Retrying(policy = "bank")
        public Future<String> call() {
            return CompletableFuture.completedFuture("done");
        }
    }

    static class WithAFuture {
        @Async
        @Retrying(policy = "bank", safety = DeclaredSafety.IDEMPOTENT)
        public CompletableFuture<Integer> call(AtomicInteger attempts) {
            return attempts.incrementAndGet() < 2
                    ? CompletableFuture.failedFuture(new ConnectException("refused"))
                    : CompletableFuture.completedFuture(attempts.get());
        }
    }

    static class Handler {
        @HandlesTask("mail")
        void call(String payload) {}
    }

    static class OddKeys {
        @Transactional
        @RunOnce(operation = "odd", tenant = "'acme'", key = "#key", payload = "'same'")
        public String call(Object key) {
            return "done";
        }
    }
}
