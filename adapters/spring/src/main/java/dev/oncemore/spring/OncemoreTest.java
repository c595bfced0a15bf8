package dev.oncemore.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the given beans with the engines only: records and tasks are in memory, and time passes only when the test says so.
 *
 * <pre>{@code
 * @OncemoreTest(Mailer.class)
 * class MailerTest {
 *     @Autowired Tasks tasks;
 *     @Autowired VirtualTime time;
 *
 *     @Test
 *     void aMailIsSentAgainAfterAFailure() {
 *         tasks.enqueue("mail", "ann");
 *         tasks.manualWorker().runAll();      // fails
 *         time.advance(Duration.ofMinutes(1));
 *         tasks.manualWorker().runAll();
 *     }
 * }
 * }</pre>
 *
 * <p>There is no database, no web server and no transaction. The application's other components are not
 * loaded, but its {@code application.yaml} is read. Schedules fire when the time has been advanced and {@code runAll} is called.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SpringExtension.class)
@BootstrapWith(SpringBootTestContextBootstrapper.class)
@OverrideAutoConfiguration(enabled = false)
@ContextConfiguration
@ImportAutoConfiguration
public @interface OncemoreTest {
    /** The beans to test. */
    @AliasFor(annotation = ContextConfiguration.class, attribute = "classes")
    Class<?>[] value();
}
