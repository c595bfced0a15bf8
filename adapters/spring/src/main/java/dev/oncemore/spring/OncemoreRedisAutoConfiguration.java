package dev.oncemore.spring;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Records in the application's Redis, if it has no database or {@code oncemore.once.store} says so. */
@AutoConfiguration(
        after = OncemoreStoresAutoConfiguration.class,
        afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass({RedisRecordStore.class, RedisClient.class})
@ConditionalOnMissingBean(Once.class)
class OncemoreRedisAutoConfiguration {
    private static final Log LOG = LogFactory.getLog("dev.oncemore.spring");

    @Bean
    @ConditionalOnMissingBean
    RedisSettings oncemoreRedisSettings() {
        return RedisSettings.standard();
    }

    /** Not in a class of its own: those are read before the methods of this one. */
    @Bean
    @ConditionalOnBean(RedisRecordStore.class)
    Once once(RedisRecordStore store, OnceSettings settings) {
        return Once.on(store, settings);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LettuceConnectionFactory.class)
    @ConditionalOnSingleCandidate(LettuceConnectionFactory.class)
    static class ClientConfiguration {
        /** Closed before the factory, whose client it uses. */
        @Bean
        @ConditionalOnMissingBean
        RedisRecordStore oncemoreRedisRecords(LettuceConnectionFactory factory, RedisSettings settings) {
            AbstractRedisClient client = factory.getRequiredNativeClient();
            RedisRecordStore store = client instanceof RedisClusterClient cluster
                    ? RedisRecordStore.on(cluster, settings)
                    : RedisRecordStore.on((RedisClient) client, settings);
            store.warnings().forEach(LOG::warn);
            return store;
        }
    }
}
