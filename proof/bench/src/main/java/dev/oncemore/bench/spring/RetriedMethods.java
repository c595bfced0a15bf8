package dev.oncemore.bench.spring;

import dev.oncemore.spring.DeclaredSafety;
import dev.oncemore.spring.Retrying;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** A method that succeeds at once, through the proxies of the starter and of Spring. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class RetriedMethods {
    private ConfigurableApplicationContext context;
    private Ours ours;
    private Springs springs;

    /** Starts an application without a database or a server. */
    @Setup
    public void start() {
        SpringApplication application = new SpringApplication(Methods.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.NONE);
        context = application.run(
                "--oncemore.policies.bank.preset=api",
                "--logging.level.root=warn",
                "--spring.main.log-startup-info=false",
                "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
        ours = context.getBean(Ours.class);
        springs = context.getBean(Springs.class);
    }

    /** Ends the application. */
    @TearDown
    public void stop() {
        context.close();
    }

    /** The starter's annotation, with the preset's time limits. */
    @Benchmark
    public int retrying() {
        return ours.answer();
    }

    /** Spring's annotation, which has no limits of an attempt. */
    @Benchmark
    public int retryable() {
        return springs.answer();
    }

    /** Both methods. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableResilientMethods
    @Import({Ours.class, Springs.class})
    static class Methods {}

    /** Retried by the starter. */
    static class Ours {
        private int calls;

        @Retrying(policy = "bank", safety = DeclaredSafety.READ_ONLY)
        public int answer() {
            return ++calls;
        }
    }

    /** Retried by Spring. */
    static class Springs {
        private int calls;

        @Retryable
        public int answer() {
            return ++calls;
        }
    }
}
