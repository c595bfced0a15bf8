package dev.oncemore.http.serve;

import jakarta.servlet.ServletException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Recognises exceptions that report refused access by class name, so that their libraries are not needed. {@link SecurityException}
 * is not among them: the JDK throws it anywhere, also after an effect.
 */
final class AccessExceptions {
    private static final int WRAPPERS_MAX = 16;
    private static final Set<String> NAMES = Set.of(
            "org.springframework.security.access.AccessDeniedException",
            "org.springframework.security.core.AuthenticationException",
            "jakarta.ws.rs.ForbiddenException",
            "jakarta.ws.rs.NotAuthorizedException",
            "jakarta.security.enterprise.AuthenticationException",
            "jakarta.ejb.AccessLocalException",
            "jakarta.ejb.EJBAccessException");

    private AccessExceptions() {}

    static boolean isRefusedAccess(Throwable thrown) {
        for (Class<?> type = unwrapped(thrown).getClass(); type != null; type = type.getSuperclass()) {
            if (NAMES.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the application's exception, without the wrappers of servlets, proxies and futures. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        for (int i = 0; i < WRAPPERS_MAX && isWrapper(inner); i++) {
            Throwable cause = inner.getCause();
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    /** An application exception is never a wrapper, whatever its cause: it may be thrown after the effect. */
    private static boolean isWrapper(Throwable thrown) {
        Class<?> type = thrown.getClass();
        return type == ServletException.class
                || type.getName().equals("org.springframework.web.util.NestedServletException")
                || thrown instanceof InvocationTargetException
                || thrown instanceof UndeclaredThrowableException
                || type == CompletionException.class
                || type == ExecutionException.class;
    }
}
