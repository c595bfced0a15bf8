package dev.oncemore.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method once per key, and returns the recorded value to later calls.
 *
 * <pre>{@code
 * @Transactional
 * @RunOnce(operation = "payment:create", tenant = "#pay.shop", key = "#pay.id")
 * public Receipt pay(Pay pay)
 * }</pre>
 *
 * <p>Inside a transaction, its own or the caller's, the record is part of that transaction: it commits and rolls back with the rows
 * that the method writes. Without a transaction, the record commits before the method is called, for an effect on another system;
 * see the guide to idempotency for unknown outcomes.
 *
 * <p>A call with the same key and other arguments, and one whose outcome is not available, ends with a
 * {@link dev.oncemore.once.NotDoneException}.
 *
 * <p>It applies to calls of other beans, not to calls within the class; those are logged as warnings at start.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RunOnce {
    /** The purpose of the keys: {@code payment:create}; 1 to 100 printable ASCII characters. */
    String operation();

    /** The tenant, as an expression over the parameters: {@code #pay.shop}, or a constant: {@code 'shop'}. */
    String tenant();

    /** The key, as an expression over the parameters: {@code #pay.id}. */
    String key();

    /** What must be the same when the key is used again, as an expression over the parameters; all of them by default. */
    String payload() default "";
}
