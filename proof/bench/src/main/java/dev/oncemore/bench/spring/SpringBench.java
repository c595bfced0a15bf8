package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench spring}: what the Spring Boot starter costs, next to a bare application and to code by hand. */
@Command(
        name = "spring",
        description =
                "The Spring Boot starter: an idempotent endpoint on PostgreSQL next to a bare one and to an interceptor"
                        + " by hand, @Retrying next to Spring's @Retryable, and the start of an application.")
public final class SpringBench extends MeasuringCommand {
    private static final List<String> NOTES = List.of(
            "endpoint-64: Tomcat, a minimal client with 64 connections on one thread, and PostgreSQL on one machine; the"
                    + " applications take turns. Each request pays in a transaction of its controller.",
            "bare: nothing else. oncemore: @Transactional @RunOnce, the record is in the payment's transaction: two statements"
                    + " more, no commit more. filter: oncemore.http.idempotency, for handlers of any kind: claim and outcome"
                    + " commit by themselves, and those of one moment together. interceptor: by hand, the key commits before"
                    + " the payment and the response after it; it compares no payloads and does not survive a crash.",
            "CPU: of a request, with the client's and that of the database's processes.",
            "start: JVMs of their own, from main to the running server. Every application runs a script for its tables, as"
                    + " with Flyway or JPA, so that connecting to the database is not counted as the starter's. The one with"
                    + " the starter has the filter, and finds the tables of records and tasks in place.");

    @Option(names = "--quick", description = "Measure for about a minute instead of five.")
    private boolean quick;

    private SpringBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new SpringRun(quick ? SpringEffort.QUICK : SpringEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(
                NOTES,
                List.of(
                        Protection.BY_HAND.subject(),
                        Protection.FILTERED.subject(),
                        SpringRun.SPRING,
                        Protection.BARE.subject()),
                figures,
                SpringTargets.of(figures));
    }
}
