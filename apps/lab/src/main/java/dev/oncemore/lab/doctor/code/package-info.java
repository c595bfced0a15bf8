/**
 * Retries in class files: annotations and calls of Resilience4j, Spring Retry, Spring 7 and Failsafe, and loops written by
 * hand. Classes are parsed, never loaded, and every input is bounded. When it cannot tell, it says nothing: a false alarm
 * costs more trust than a missed finding.
 */
@NullMarked
package dev.oncemore.lab.doctor.code;

import org.jspecify.annotations.NullMarked;
