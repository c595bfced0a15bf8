package dev.oncemore.task;

import dev.oncemore.task.store.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A store before whose verbs a test does something of its own: throw, or let others act. */
public final class HookedStore {
    private HookedStore() {}

    /** Called before each verb of the store. */
    public interface Hook {
        /** Called with the verb and its arguments. */
        void before(Method verb, Object... arguments) throws Exception;
    }

    public static TaskStore on(TaskStore store, Hook hook) {
        return (TaskStore) Proxy.newProxyInstance(
                HookedStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    Object[] given = arguments == null ? new Object[0] : arguments;
                    hook.before(method, given);
                    try {
                        return method.invoke(store, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
