package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;

/** An application without a database does not start if something in it would silently do nothing. */
class MissingStoresTest {
    private static final AutoConfigurations STARTER = AutoConfigurations.of(
            OncemoreAutoConfiguration.class,
            OncemoreStoresAutoConfiguration.class,
            OncemoreEnginesAutoConfiguration.class,
            OncemoreWebAutoConfiguration.class);

    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(STARTER);

    @Test
    void aHandlerThatWouldNeverBeCalledIsRefused() {
        FailureAnalysis analysis = analysis(application.withBean(Handler.class));

        assertThat(analysis.getDescription())
                .contains("Handler.mail", "@HandlesTask", "would never be called", "no DataSource");
        assertThat(analysis.getAction()).contains("annotation or the method");
    }

    @Test
    void aScheduleThatWouldNeverFireIsRefused() {
        assertThat(analysis(application.withBean(Clock.class)).getDescription())
                .contains("Clock.tick", "@FiresAt", "would never be called", "no DataSource");
    }

    @Test
    void workersWithoutTasksAreRefused() {
        assertThat(analysis(application.withPropertyValues("oncemore.tasks.workers=true"))
                        .getDescription())
                .contains("oncemore.tasks.workers", "no DataSource");
    }

    @Test
    void aStoreThatDoesNotExistIsRefused() {
        assertThat(analysis(application.withPropertyValues("oncemore.once.store=redis"))
                        .getDescription())
                .contains("oncemore.once.store", "oncemore-redis");
        assertThat(analysis(application.withPropertyValues("oncemore.once.store=jdbc"))
                        .getDescription())
                .contains("oncemore.once.store", "no DataSource");
    }

    @Test
    void pathsWithoutAFilterAreRefused_butOnlyInAWebApplication() {
        WebApplicationContextRunner web = new WebApplicationContextRunner()
                .withConfiguration(STARTER)
                .withPropertyValues("oncemore.http.idempotency.paths=/payments");
        web.run(context -> {
            assertThat(context).hasFailed();
            assertThat(described(context.getStartupFailure()).getDescription())
                    .contains("oncemore.http.idempotency.paths", "as often as they come");
        });
        application
                .withPropertyValues("oncemore.http.idempotency.paths=/payments")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static FailureAnalysis analysis(ApplicationContextRunner runner) {
        List<FailureAnalysis> found = new ArrayList<>();
        runner.run(context -> {
            assertThat(context).hasFailed();
            found.add(described(context.getStartupFailure()));
        });
        return found.get(0);
    }

    private static FailureAnalysis described(Throwable failure) {
        FailureAnalysis analysis = new InvalidSettingAnalyzer(new StandardEnvironment()).analyze(failure);
        assertThat(analysis).as("%s", failure).isNotNull();
        return analysis;
    }

    static class Handler {
        @HandlesTask("mail")
        void mail(String to) {}
    }

    static class Clock {
        @FiresAt(name = "tick", cron = "0 0 * * *", zone = "UTC")
        void tick() {}
    }
}
