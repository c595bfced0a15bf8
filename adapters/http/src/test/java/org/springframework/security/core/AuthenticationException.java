package org.springframework.security.core;

/** Stands in for Spring Security's exception of this name, which the filter knows without Spring. */
public abstract class AuthenticationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected AuthenticationException(String message) {
        super(message);
    }
}
