package dev.oncemore.spring;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.spring.OncemoreProperties.OnceDefaults;
import dev.oncemore.task.TaskListener;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.VirtualTime;
import io.micrometer.observation.ObservationRegistry;
import java.util.ServiceLoader;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JacksonModule;

/**
 * The retry engines of {@code oncemore.policies} and the settings of the others, which need no store; and the methods with
 * annotations: without a store they would run unprotected or never, and are refused.
 */
@AutoConfiguration
@EnableConfigurationProperties(OncemoreProperties.class)
class OncemoreAutoConfiguration {
    /** Without it, data classes cannot be read. */
    private static final String KOTLIN_MODULE = "tools.jackson.module.kotlin.";

    @Bean
    @ConditionalOnMissingBean
    Retries oncemoreRetries(
            OncemoreProperties properties,
            ObjectProvider<RetryListener> listeners,
            ObjectProvider<VirtualTime> virtualTime) {
        SpringTransactionProbe probe = new SpringTransactionProbe();
        RetryListener listener = Listeners.ofRetries(listeners);
        return Retries.of(PolicySettings.policies(properties.policies()), engine -> {
            engine.transactionProbe(probe::isTransactionOpen);
            virtualTime.ifAvailable(engine::virtualTime);
            if (listener != null) {
                engine.listener(listener);
            }
        });
    }

    /** Not the application's own mapper: a change of its settings would change what is recorded. */
    @Bean
    @ConditionalOnMissingBean
    Codecs oncemoreCodecs() {
        JacksonCodecs codecs = JacksonCodecs.standard();
        for (JacksonModule module :
                ServiceLoader.load(JacksonModule.class, getClass().getClassLoader())) {
            codecs = module.getClass().getName().startsWith(KOTLIN_MODULE) ? codecs.with(module) : codecs;
        }
        return codecs;
    }

    @Bean
    @ConditionalOnMissingBean
    OnceSettings oncemoreOnceSettings(
            OncemoreProperties properties,
            Codecs codecs,
            Environment environment,
            ObjectProvider<OnceListener> listeners) {
        OnceDefaults given = properties.once();
        String who = given.who() == null ? environment.getProperty("spring.application.name") : given.who();
        OnceSettings settings = OnceSettings.standard().codecs(codecs);
        settings = InvalidSettingException.apply(settings, "oncemore.once.who", who, settings::who);
        settings = InvalidSettingException.apply(
                settings, "oncemore.once.retention", given.retention(), settings::retention);
        settings = InvalidSettingException.apply(settings, "oncemore.once.lease", given.lease(), settings::lease);
        settings = InvalidSettingException.apply(
                settings, "oncemore.once.wait-at-most", given.waitAtMost(), settings::waitAtMost);
        OnceListener listener = Listeners.ofRecords(listeners);
        return listener == null ? settings : settings.listener(listener);
    }

    @Bean
    @ConditionalOnMissingBean
    TaskSettings oncemoreTaskSettings(
            OncemoreProperties properties, Retries retries, Codecs codecs, ObjectProvider<TaskListener> listeners) {
        TaskSettings settings = TaskProperties.applied(
                properties.tasks(), retries, TaskSettings.standard().codecs(codecs));
        TaskListener listener = Listeners.ofTasks(listeners);
        return listener == null ? settings : settings.listener(listener);
    }

    @Bean
    static AnnotatedMethods oncemoreRetryingMethods(
            ObjectProvider<Retries> retries, ObjectProvider<ObservationRegistry> observations) {
        RetryingInterceptor interceptor = new RetryingInterceptor(
                retries::getObject, () -> observations.getIfUnique(() -> ObservationRegistry.NOOP));
        return AnnotatedMethods.outside(Retrying.class, interceptor, interceptor::check);
    }

    @Bean
    static AnnotatedMethods oncemoreRunOnceMethods(ObjectProvider<RecordedMethods> declarations) {
        RunOnceInterceptor interceptor = new RunOnceInterceptor(declarations);
        return AnnotatedMethods.inside(RunOnce.class, interceptor, interceptor::check);
    }

    @Bean
    TaskMethods oncemoreTaskMethods(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ObjectProvider<Tasks> tasks,
            Retries retries) {
        return new TaskMethods(beans, environment, tasks, retries);
    }

    @Bean
    MissingStores oncemoreMissingStores(ApplicationContext context, OncemoreProperties properties) {
        return new MissingStores(context, properties);
    }
}
