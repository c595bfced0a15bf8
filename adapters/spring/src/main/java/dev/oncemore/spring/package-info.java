/**
 * Oncemore in Spring Boot applications: engines from {@code oncemore.*} properties and the application's data source, and
 * annotations for retries, effects, tasks and schedules.
 *
 * <p>What is written inside {@code @Transactional} joins that transaction or is refused; nothing commits beside it.
 */
@NullMarked
package dev.oncemore.spring;

import org.jspecify.annotations.NullMarked;
