package dev.oncemore.bench.spring;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The application with the interceptor by hand. */
@Configuration(proxyBeanMethods = false)
@Import({ShopApplication.class, InterceptorByHand.class})
class InterceptedShop implements WebMvcConfigurer {
    private final InterceptorByHand interceptor;

    InterceptedShop(InterceptorByHand interceptor) {
        this.interceptor = interceptor;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(interceptor).addPathPatterns("/payments");
    }
}
