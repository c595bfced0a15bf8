package org.springframework.security.access;

/** Stands in for Spring Security's exception of this name, which the filter knows without Spring. */
public class AccessDeniedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AccessDeniedException(String message) {
        super(message);
    }
}
