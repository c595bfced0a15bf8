package dev.oncemore.http.serve;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/** Starts asynchronous processing of a request in its container. */
@FunctionalInterface
interface AsyncStart {
    AsyncContext start(ServletRequest request, ServletResponse response);
}
