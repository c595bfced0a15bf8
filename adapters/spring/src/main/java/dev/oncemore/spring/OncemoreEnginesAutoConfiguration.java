package dev.oncemore.spring;

import dev.oncemore.once.Codecs;
import dev.oncemore.once.Once;
import dev.oncemore.task.Tasks;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** What uses the engines, whichever stores they are on: methods with {@link RunOnce}, and workers. */
@AutoConfiguration(after = {OncemoreStoresAutoConfiguration.class, OncemoreRedisAutoConfiguration.class})
class OncemoreEnginesAutoConfiguration {
    @Bean
    @ConditionalOnBean(Once.class)
    RecordedMethods oncemoreRecordedMethods(Once once, Codecs codecs, ObjectProvider<SpringTransactions> transactions) {
        return new RecordedMethods(once, codecs, transactions.getIfAvailable());
    }

    @Bean
    @ConditionalOnBean(Tasks.class)
    @ConditionalOnMissingBean
    WorkerLifecycle oncemoreWorkers(Tasks tasks, TaskMethods methods, OncemoreProperties properties) {
        return new WorkerLifecycle(tasks, methods, properties.tasks().workers());
    }
}
