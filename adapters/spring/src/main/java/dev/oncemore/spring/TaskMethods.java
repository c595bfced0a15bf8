package dev.oncemore.spring;

import dev.oncemore.retry.Retries;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.FiringHandler;
import dev.oncemore.task.schedule.Schedules;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;

/** Finds the methods with {@link HandlesTask} and {@link FiresAt} when all beans exist, and registers them. */
final class TaskMethods implements SmartInitializingSingleton {
    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final ObjectProvider<Tasks> tasks;
    private final Retries retries;
    private final Map<String, FiringMethod> firings = new LinkedHashMap<>();
    private int handlers;

    TaskMethods(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ObjectProvider<Tasks> tasks,
            Retries retries) {
        this.beans = beans;
        this.environment = environment;
        this.tasks = tasks;
        this.retries = retries;
    }

    /** Whether this node has work of its own to run. */
    boolean areAny() {
        return handlers > 0 || !firings.isEmpty();
    }

    /** Declares the schedules, which writes their next firings to the database. */
    void declareOn(Schedules schedules) {
        firings.forEach((name, firing) -> {
            try {
                schedules.cron(name, firing.cron, firing.zone, firing.handler);
            } catch (IllegalArgumentException e) {
                throw new InvalidSettingException(firing.place, "@FiresAt: " + e.getMessage(), e);
            }
        });
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type =
                    ScopedProxyUtils.isScopedTarget(name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && AnnotatedMethods.mayHave(type, List.of(HandlesTask.class, FiresAt.class))) {
                forEach(type, HandlesTask.class, (method, declared) -> handle(name, method, declared));
                forEach(type, FiresAt.class, (method, declared) -> fire(name, method, declared));
            }
        }
    }

    private static <A extends Annotation> void forEach(
            Class<?> type, Class<A> annotation, BiConsumer<Method, A> register) {
        Map<Method, A> found = MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<@Nullable A>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
        found.forEach((method, declared) -> {
            try {
                register.accept(method, declared);
            } catch (IllegalArgumentException | IllegalStateException | DateTimeException e) {
                throw new InvalidSettingException(
                        AnnotatedMethods.name(method), "@" + annotation.getSimpleName() + ": " + e.getMessage(), e);
            }
        });
    }

    private void handle(String bean, Method method, HandlesTask declared) {
        Class<?>[] types = method.getParameterTypes();
        boolean takesRun = types.length == 2 && types[1] == TaskRun.class;
        if (types.length != 1 && !takesRun) {
            throw new IllegalArgumentException("the parameters must be the payload and, if needed, a TaskRun");
        }
        Tasks tasks = tasks();
        Invocable target = target(bean, method);
        TaskHandler<Object> handler =
                (payload, run) -> verdict(takesRun ? target.invoke(payload, run) : target.invoke(payload));
        @SuppressWarnings("unchecked") // the method takes what the codec of its parameter's type reads
        Class<Object> type = (Class<Object>) types[0];
        if (declared.policy().isEmpty()) {
            tasks.handle(declared.value(), type, handler);
        } else {
            tasks.handle(declared.value(), type, retries.get(declared.policy()).policy(), handler);
        }
        handlers++;
    }

    /** Without tasks, the method would never be called, and nobody would notice. */
    private Tasks tasks() {
        Tasks found = tasks.getIfAvailable();
        if (found == null) {
            throw new IllegalStateException(
                    "it would never be called, because tasks need a database: " + MissingStores.NO_DATABASE);
        }
        return found;
    }

    private static Verdict verdict(@Nullable Object returned) {
        return returned == null
                ? Verdict.done()
                : returned instanceof Verdict verdict ? verdict : Verdict.done(returned);
    }

    private void fire(String bean, Method method, FiresAt declared) {
        boolean takesFiring = List.of(method.getParameterTypes()).equals(List.of(Firing.class));
        if (method.getParameterCount() > 0 && !takesFiring) {
            throw new IllegalArgumentException("the only parameter may be a Firing");
        }
        String cron = unified(environment.resolveRequiredPlaceholders(declared.cron()));
        ZoneId zone = ZoneId.of(environment.resolveRequiredPlaceholders(declared.zone()));
        tasks();
        Invocable target = target(bean, method);
        FiringMethod firing = new FiringMethod(AnnotatedMethods.name(method), cron, zone, instant -> {
            if (takesFiring) {
                target.invoke(instant);
            } else {
                target.invoke();
            }
        });
        if (firings.putIfAbsent(declared.name(), firing) != null) {
            throw new IllegalStateException("there are two schedules '" + declared.name() + "'");
        }
    }

    /** With * for Spring's ?, which means the same. */
    private static String unified(String cron) {
        return cron.replace('?', '*');
    }

    /** Called through the bean, so that its other annotations apply. */
    private Invocable target(String name, Method method) {
        if (!beans.isSingleton(name)) {
            throw new IllegalStateException("its bean must be a singleton: tasks run outside of requests and sessions");
        }
        Object bean = beans.getBean(name);
        return new Invocable(bean, AopUtils.selectInvocableMethod(method, bean.getClass()));
    }

    private record FiringMethod(String place, String cron, ZoneId zone, FiringHandler handler) {}

    private record Invocable(Object bean, Method method) {
        private Invocable {
            method.setAccessible(true);
        }

        @Nullable
        Object invoke(Object... arguments) throws Exception {
            try {
                return method.invoke(bean, arguments);
            } catch (InvocationTargetException e) {
                Throwable thrown = e.getCause();
                if (thrown instanceof Exception exception) {
                    throw exception;
                }
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw new UndeclaredThrowableException(thrown == null ? e : thrown);
            }
        }
    }

    /** The names of the schedules. */
    List<String> schedules() {
        return new ArrayList<>(firings.keySet());
    }
}
