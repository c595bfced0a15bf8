package dev.oncemore.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInterceptor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Puts an interceptor around the methods with an annotation: outside or inside of all others of the bean, whatever their order,
 * so that the transaction is always between a retry and a record.
 *
 * <p>At start it reports methods that it cannot intercept: final, private and static ones are refused, because they would run
 * without any protection, and calls within the class are logged.
 */
final class AnnotatedMethods extends AbstractBeanFactoryAwareAdvisingPostProcessor
        implements SmartInitializingSingleton {
    private static final long serialVersionUID = 1L;
    private static final Log LOG = LogFactory.getLog("dev.oncemore.spring");

    private final Class<? extends Annotation> annotation;
    private final transient Consumer<Method> check;
    private final transient Set<Class<?>> seen = ConcurrentHashMap.newKeySet();
    private final transient Set<Method> unchecked = ConcurrentHashMap.newKeySet();
    private volatile boolean started;

    private AnnotatedMethods(
            Class<? extends Annotation> annotation, MethodInterceptor interceptor, Consumer<Method> check) {
        this.annotation = annotation;
        this.check = check;
        advisor = new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, annotation, true), interceptor);
        setProxyTargetClass(true);
    }

    /** The interceptor is outside of all others. */
    static AnnotatedMethods outside(
            Class<? extends Annotation> annotation, MethodInterceptor interceptor, Consumer<Method> check) {
        AnnotatedMethods methods = new AnnotatedMethods(annotation, interceptor, check);
        methods.setBeforeExistingAdvisors(true);
        return methods;
    }

    /** The interceptor is inside of all others. */
    static AnnotatedMethods inside(
            Class<? extends Annotation> annotation, MethodInterceptor interceptor, Consumer<Method> check) {
        return new AnnotatedMethods(annotation, interceptor, check);
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (mayHave(type, List.of(annotation)) && seen.add(type)) {
            Set<Method> methods = MethodIntrospector.selectMethods(
                    type, (Method method) -> AnnotatedElementUtils.hasAnnotation(method, annotation));
            methods.forEach(method -> requireInterceptable(type, method));
            if (!methods.isEmpty()) {
                warnOfCallsWithin(type, methods);
            }
            unchecked.addAll(methods);
            if (started) {
                afterSingletonsInstantiated();
            }
        }
        return bean;
    }

    /** Policies and codecs are beans too, and exist only now. */
    @Override
    public void afterSingletonsInstantiated() {
        started = true;
        Set<Method> methods = new LinkedHashSet<>(unchecked);
        unchecked.removeAll(methods);
        methods.forEach(check);
    }

    private void requireInterceptable(Class<?> type, Method method) {
        int modifiers = method.getModifiers();
        String obstacle = Modifier.isFinal(type.getModifiers())
                ? "its class is final"
                : Modifier.isFinal(modifiers)
                        ? "it is final"
                        : Modifier.isPrivate(modifiers)
                                ? "it is private"
                                : Modifier.isStatic(modifiers) ? "it is static" : null;
        if (obstacle != null) {
            throw new InvalidSettingException(
                    name(method),
                    "@" + annotation.getSimpleName() + " has no effect, because " + obstacle
                            + "; Spring calls it through a subclass, which cannot override it",
                    null);
        }
    }

    private void warnOfCallsWithin(Class<?> type, Set<Method> methods) {
        for (CallsWithin.Found call : CallsWithin.of(type, methods)) {
            LOG.warn(type.getName() + "." + call.caller() + " calls " + call.callee() + " of its own class, without @"
                    + annotation.getSimpleName() + ": Spring intercepts only calls of other beans; move "
                    + call.callee() + " to a bean of its own");
        }
    }

    /** False for classes of Spring itself, which are most of the beans: reading all of them would delay the start. */
    static boolean mayHave(Class<?> type, List<Class<? extends Annotation>> annotations) {
        String name = type.getName();
        boolean isSpring = name.startsWith("org.springframework.") && !name.startsWith("org.springframework.samples.");
        return !isSpring && AnnotationUtils.isCandidateClass(type, annotations);
    }

    static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
