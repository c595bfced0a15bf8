package dev.oncemore.spring;

import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryListener;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The retry engines of {@code oncemore.policies}, by name. They need no database. */
@AutoConfiguration
@EnableConfigurationProperties(OncemoreProperties.class)
class OncemoreAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Retries oncemoreRetries(OncemoreProperties properties, ObjectProvider<RetryListener> listener) {
        SpringTransactionProbe probe = new SpringTransactionProbe();
        return Retries.of(PolicySettings.policies(properties.policies()), engine -> {
            engine.transactionProbe(probe::isTransactionOpen);
            listener.ifAvailable(engine::listener);
        });
    }

    @Bean
    static AnnotatedMethods oncemoreRetryingMethods(ObjectProvider<Retries> retries) {
        RetryingInterceptor interceptor = new RetryingInterceptor(retries::getObject);
        return AnnotatedMethods.outside(Retrying.class, interceptor, interceptor::check);
    }

    /** Here, although records need a database: without one, the method would run unprotected, and is refused. */
    @Bean
    static AnnotatedMethods oncemoreRunOnceMethods(ObjectProvider<RecordedMethods> declarations) {
        RunOnceInterceptor interceptor = new RunOnceInterceptor(declarations);
        return AnnotatedMethods.inside(RunOnce.class, interceptor, interceptor::check);
    }
}
