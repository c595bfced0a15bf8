package dev.oncemore.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Retries the method by a policy of {@code oncemore.policies}.
 *
 * <pre>{@code
 * @Retrying(policy = "bank", safety = DeclaredSafety.IDEMPOTENT)
 * public Balance balance(String account)
 * }</pre>
 *
 * <p>Each attempt passes through the other annotations of the method: the retry is outside of {@code @Transactional}, so that every
 * attempt has its own transaction. Inside a transaction of the caller there is only one attempt. A method that returns a
 * {@link java.util.concurrent.CompletionStage} is retried without holding a thread.
 *
 * <p>It applies to calls of other beans, not to calls within the class; those are logged as warnings at start.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Retrying {
    /** The name of the policy. */
    String policy();

    /** Whether the method may be called again after an unknown outcome. */
    DeclaredSafety safety() default DeclaredSafety.UNDECLARED;

    /** The label of the calls in meters and logs; the name of the method by default. */
    String operation() default "";
}
