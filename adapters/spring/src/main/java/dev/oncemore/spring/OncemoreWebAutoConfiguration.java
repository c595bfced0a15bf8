package dev.oncemore.spring;

import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.spring.OncemoreProperties.Idempotency;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.util.pattern.PathPatternParser;

/** The filter for requests with an {@code Idempotency-Key}. */
@AutoConfiguration(after = {OncemoreStoresAutoConfiguration.class, OncemoreRedisAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, PathPatternParser.class})
@ConditionalOnBean(Once.class)
class OncemoreWebAutoConfiguration {
    static final String FILTER = "oncemoreIdempotencyFilter";

    /** Behind Spring Security, which is at -100: a replay needs the same access as the request. */
    static final int ORDER = -50;

    private static final int LIVE_KEYS_MAX = 1_000_000;

    @Bean
    @ConditionalOnMissingBean
    IdempotencySettings oncemoreIdempotencySettings(OncemoreProperties properties) {
        IdempotencySettings settings = IdempotencySettings.standard();
        Duration retention = properties.once().retention();
        return retention == null ? settings : settings.liveKeysMax(LIVE_KEYS_MAX, retention);
    }

    @Bean(FILTER)
    FilterRegistrationBean<Filter> oncemoreIdempotencyFilter(
            Once once, IdempotencySettings settings, OncemoreProperties properties) {
        Idempotency given = properties.http().idempotency();
        // Also with a settings bean of the application: the property must not be ignored.
        IdempotencySettings all = given.requireKey() ? settings.requireKey() : settings;
        FilterRegistrationBean<Filter> registration =
                new FilterRegistrationBean<>(IdempotentPaths.before(IdempotencyFilter.on(once, all), given.paths()));
        registration.setName(FILTER);
        registration.setOrder(ORDER);
        registration.addUrlPatterns("/*");
        // Asynchronous work may be dispatched to any path, and its response must pass through here.
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        registration.setAsyncSupported(true);
        registration.setEnabled(!given.paths().isEmpty());
        return registration;
    }
}
