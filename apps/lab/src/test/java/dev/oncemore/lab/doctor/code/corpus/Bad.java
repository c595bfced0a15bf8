package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.rule.RetryRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a reviewer would object to in a method. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Bad {
    RetryRule[] value();
}
