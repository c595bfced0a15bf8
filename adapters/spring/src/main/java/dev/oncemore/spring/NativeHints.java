package dev.oncemore.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** What the starter calls by reflection in a native image, whatever the application does. */
final class NativeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        if (ClassUtils.isPresent("org.springframework.jdbc.datasource.ConnectionHolder", loader)) {
            hints.reflection().registerMethod(HeldConnection.IS_TRANSACTION_ACTIVE, ExecutableMode.INVOKE);
        }
    }
}
