package dev.oncemore.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the method at the times of a schedule, once for all nodes of the application.
 *
 * <pre>{@code
 * @FiresAt(name = "sync", cron = "0 0/5 * * * *", zone = "Europe/Berlin")
 * void sync(Firing firing)
 * }</pre>
 *
 * <p>The parameter, a {@link dev.oncemore.task.schedule.Firing}, may be left out. A firing is a task, with its retries and dead
 * letters. Expressions and zones may be placeholders: {@code ${sync.cron}}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface FiresAt {
    /** The permanent name of the schedule: 1 to 100 printable ASCII characters. */
    String name();

    /**
     * Minute, hour, day of month, month and day of week, preceded by the second if there are six fields. If it
     * restricts both day fields, it must end with {@code either}, the meaning in Unix cron, or {@code both}, Spring's.
     */
    String cron();

    /** The time zone of the expression: {@code Europe/Berlin}. */
    String zone();
}
