package dev.oncemore.spring;

import dev.oncemore.once.Once;
import dev.oncemore.retry.Retries;
import dev.oncemore.task.Tasks;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and the endpoint {@code /actuator/oncemore}. */
@AutoConfiguration(after = {OncemoreEnginesAutoConfiguration.class, OncemoreClientsAutoConfiguration.class})
class OncemoreActuatorAutoConfiguration {
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnBean({Tasks.class, WorkerLifecycle.class})
    static class HealthConfiguration {
        @Bean
        @ConditionalOnMissingBean(name = "oncemoreHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("oncemore")
        HealthIndicator oncemoreHealthIndicator(Tasks tasks, Retries retries, WorkerLifecycle workers) {
            return new OncemoreHealth(tasks, retries, workers);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class EndpointConfiguration {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        OncemoreEndpoint oncemoreEndpoint(
                Retries retries,
                ObjectProvider<Tasks> tasks,
                ObjectProvider<WorkerLifecycle> workers,
                ObjectProvider<Once> once,
                ObjectProvider<OncemoreClients> clients) {
            return new OncemoreEndpoint(
                    retries,
                    tasks.getIfAvailable(),
                    workers.getIfAvailable(),
                    once.getIfAvailable(),
                    clients.getIfAvailable());
        }
    }
}
