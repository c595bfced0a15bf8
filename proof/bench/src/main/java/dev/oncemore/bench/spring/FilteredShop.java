package dev.oncemore.bench.spring;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencySettings;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The application with the starter's filter. Its callers are not authenticated, so that only the filter is measured. */
@Configuration(proxyBeanMethods = false)
@Import(ShopApplication.class)
class FilteredShop {
    @Bean
    IdempotencySettings settings() {
        Optional<Caller> caller = Optional.of(Caller.of("acme"));
        return IdempotencySettings.standard().requireKey().callers(request -> caller);
    }
}
