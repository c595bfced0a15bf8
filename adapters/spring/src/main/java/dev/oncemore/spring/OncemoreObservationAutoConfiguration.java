package dev.oncemore.spring;

import dev.oncemore.observe.metrics.Meters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters in the application's registry, and observations, which its tracer turns into spans. */
@AutoConfiguration(
        before = OncemoreAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
class OncemoreObservationAutoConfiguration {
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    static class MeterConfiguration {
        @Bean
        @ConditionalOnMissingBean
        Meters oncemoreMeters(MeterRegistry registry) {
            return Meters.on(registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    static class ObservationConfiguration {
        @Bean
        @ConditionalOnSingleCandidate(ObservationRegistry.class)
        Observations oncemoreObservations(ObservationRegistry registry) {
            return new Observations(registry);
        }
    }
}
