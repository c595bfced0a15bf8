package dev.oncemore.spring;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Hints for a native image about the methods with annotations of this package: they are called by reflection, and their parameters
 * and values become JSON and are read by expressions.
 */
final class AnnotatedMethodHints implements BeanRegistrationAotProcessor {
    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        Set<Method> methods = MethodIntrospector.selectMethods(type, (Method method) -> isAnnotated(method));
        return methods.isEmpty()
                ? null
                : (generation, registration) ->
                        methods.forEach(method -> register(generation.getRuntimeHints(), method));
    }

    private static boolean isAnnotated(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, HandlesTask.class)
                || AnnotatedElementUtils.hasAnnotation(method, FiresAt.class)
                || AnnotatedElementUtils.hasAnnotation(method, RunOnce.class)
                || AnnotatedElementUtils.hasAnnotation(method, Retrying.class);
    }

    private static void register(RuntimeHints hints, Method method) {
        hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
        BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();
        binding.registerReflectionHints(hints.reflection(), method.getGenericParameterTypes());
        if (method.getReturnType() != void.class) {
            binding.registerReflectionHints(hints.reflection(), method.getGenericReturnType());
        }
    }
}
