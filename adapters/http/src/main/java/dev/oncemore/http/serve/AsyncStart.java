package dev.oncemore.http.serve;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/** How a request goes asynchronous in its container. */
@FunctionalInterface
interface AsyncStart {
    AsyncContext start(ServletRequest request, ServletResponse response);
}
