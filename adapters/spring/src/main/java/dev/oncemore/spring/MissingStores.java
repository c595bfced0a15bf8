package dev.oncemore.spring;

import dev.oncemore.once.Once;
import dev.oncemore.spring.OncemoreProperties.Store;
import dev.oncemore.task.Tasks;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** Refuses settings that would be ignored silently because the store or the filter they configure does not exist. */
final class MissingStores implements SmartInitializingSingleton {
    static final String NO_DATABASE = "there is no DataSource, or there are several and none is @Primary";

    private static final String WEB_CONTEXT = "org.springframework.web.context.WebApplicationContext";
    private static final String REACTIVE_CONTEXT =
            "org.springframework.boot.web.context.reactive.ReactiveWebApplicationContext";

    private final ApplicationContext context;
    private final OncemoreProperties properties;

    MissingStores(ApplicationContext context, OncemoreProperties properties) {
        this.context = context;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (properties.once().store() == Store.REDIS && lacks(Once.class)) {
            throw new InvalidSettingException(
                    "oncemore.once.store",
                    "it is 'redis', but there is no Redis client: add oncemore-redis and"
                            + " spring-boot-starter-data-redis, or define a RedisRecordStore",
                    null);
        }
        if (properties.once().store() == Store.JDBC && lacks(Once.class)) {
            throw new InvalidSettingException("oncemore.once.store", "it is 'jdbc', but " + NO_DATABASE, null);
        }
        if (Boolean.TRUE.equals(properties.tasks().workers()) && lacks(Tasks.class)) {
            throw new InvalidSettingException("oncemore.tasks.workers", "it is 'true', but " + NO_DATABASE, null);
        }
        if (!properties.http().idempotency().paths().isEmpty()
                && isWeb()
                && !context.containsBean(OncemoreWebAutoConfiguration.FILTER)) {
            throw new InvalidSettingException(
                    "oncemore.http.idempotency.paths",
                    "these requests would be executed as often as they come: the filter needs Spring MVC and a store of"
                            + " records: Redis, or a DataSource that is the only or the @Primary one",
                    null);
        }
    }

    private boolean lacks(Class<?> bean) {
        return context.getBeanProvider(bean).stream().findAny().isEmpty();
    }

    private boolean isWeb() {
        return is(WEB_CONTEXT) || is(REACTIVE_CONTEXT);
    }

    private boolean is(String type) {
        ClassLoader loader = MissingStores.class.getClassLoader();
        return ClassUtils.isPresent(type, loader)
                && ClassUtils.resolveClassName(type, loader).isInstance(context);
    }
}
