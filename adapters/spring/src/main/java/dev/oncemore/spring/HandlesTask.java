package dev.oncemore.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Handles the tasks of a kind.
 *
 * <pre>{@code
 * @HandlesTask("mail")
 * void mail(Pay pay, TaskRun run) {
 *     mailer.send(pay.receiver(), run.key());
 * }
 * }</pre>
 *
 * <p>The parameters are the payload and, if needed, the {@link dev.oncemore.task.TaskRun}. The task is done when the method
 * returns; what it returns is kept as the result, unless it is a {@link dev.oncemore.task.Verdict}, which decides. An exception
 * is classified by the policy. A task may run more than once, after a crash: an effect on the database belongs under
 * {@link RunOnce} with the key of the run, one on another system gets that key.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface HandlesTask {
    /** The kind of the tasks. */
    String value();

    /** The name of a policy without a deadline; that of {@code oncemore.tasks.policy} by default. */
    String policy() default "";
}
