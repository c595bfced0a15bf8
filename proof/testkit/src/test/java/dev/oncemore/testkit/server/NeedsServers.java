package dev.oncemore.testkit.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A test on real servers, whose artifacts fast builds leave out. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@DisabledIfSystemProperty(named = "fast", matches = ".*", disabledReason = "fast builds come without servers")
@interface NeedsServers {}
