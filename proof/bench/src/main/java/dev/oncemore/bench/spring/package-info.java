/**
 * The Spring Boot starter: an idempotent endpoint next to the same endpoint bare and to an interceptor by hand, a retried method next
 * to Spring's own, and what the starter adds to the start of an application.
 */
@NullMarked
package dev.oncemore.bench.spring;

import org.jspecify.annotations.NullMarked;
