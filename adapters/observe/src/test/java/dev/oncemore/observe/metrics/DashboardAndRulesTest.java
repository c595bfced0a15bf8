package dev.oncemore.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever the dashboard and the rules ask for is really emitted: metrics, labels, and values of labels. */
class DashboardAndRulesTest {
    private static final Pattern RULE = Pattern.compile("- alert: (\\w+)\\n\\s+expr: '([^']+)'\\n\\s+for: \\d+m\\n");

    private static final Pattern PREFIXING = Pattern.compile("sed -E 's/([^/]+)/oncemore_\\\\1_/g'");

    private static Scrape scrape;
    private static Scrape prefixed;

    @BeforeAll
    static void driveRealEngines() {
        scrape = scrape(MeterSettings.standard().histograms());
        prefixed = scrape(MeterSettings.standard().histograms().prefix("oncemore."));
    }

    private static Scrape scrape(MeterSettings settings) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Meters meters = Meters.on(registry, settings)) {
            new EngineRoom(meters).driveAll();
            return new Scrape(registry.scrape());
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Meters.class.getResourceAsStream("/oncemore/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertEmitted(String expression) {
        assertEmitted(expression.replace("${prefix}", ""), scrape);
    }

    private static void assertEmitted(String expression, Scrape scrape) {
        PromExpression asked = new PromExpression(expression);
        assertThat(asked.selectors).as(expression).isNotEmpty();
        asked.selectors.forEach((metric, labels) -> {
            assertThat(scrape.metrics).as(expression).containsKey(metric);
            Map<String, Set<String>> emitted = scrape.metrics.get(metric);
            assertThat(emitted.keySet())
                    .as(expression)
                    .containsAll(labels.keySet())
                    .containsAll(asked.groupings);
            labels.forEach((label, values) ->
                    assertThat(emitted.get(label)).as(expression + " " + label).containsAll(values));
        });
    }

    @Test
    void everyAlertRuleAsksForWhatIsEmitted() throws IOException {
        String text = resource("prometheus-rules.yml");
        Matcher rule = RULE.matcher(text);
        Matcher prefixing = PREFIXING.matcher(text);
        assertThat(prefixing.find()).as("the command that adds a prefix").isTrue();
        List<String> names = new ArrayList<>();
        while (rule.find()) {
            names.add(rule.group(1));
            assertEmitted(rule.group(2));
            assertEmitted(rule.group(2).replaceAll(prefixing.group(1), "oncemore_$1_"), prefixed);
        }

        assertThat(names).hasSize(text.split("- alert:", -1).length - 1);
        assertThat(names)
                .contains(
                        "OncemoreRetryStorm",
                        "OncemoreRetryBudgetExhausted",
                        "OncemoreBreakerOpen",
                        "OncemoreDeadLettersGrowing",
                        "OncemoreDeadLettersAgeing",
                        "OncemoreUnknownOutcomesWaiting");
    }

    @Test
    void everyPanelAsksForWhatIsEmitted() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(resource("grafana-dashboard.json"));
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : dashboard.get("panels")) {
            if (panel.has("targets")) {
                panel.get("targets")
                        .forEach(target -> expressions.add(target.get("expr").asString()));
            }
        }

        assertThat(expressions)
                .hasSizeGreaterThan(25)
                .allSatisfy(DashboardAndRulesTest::assertEmitted)
                .allSatisfy(expression -> assertEmitted(expression.replace("${prefix}", "oncemore_"), prefixed));
        assertThat(expressions)
                .filteredOn(expression -> expression.contains("histogram_quantile"))
                .hasSize(2);
    }

    @Test
    void panelsHaveAnIdAndAPlaceOfTheirOwn() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(resource("grafana-dashboard.json"));
        List<Integer> ids = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (JsonNode panel : dashboard.get("panels")) {
            ids.add(panel.get("id").asInt());
            JsonNode at = panel.get("gridPos");
            places.add(at.get("x") + " " + at.get("y"));
            assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
        }

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(places).doesNotHaveDuplicates();
    }

    @Test
    void aMetricThatIsNotEmittedIsFound() {
        assertThat(new PromExpression("sum by (a) (rate(no_such_total{b=\"c\"}[5m])) > 1 and up").selectors)
                .containsOnlyKeys("no_such_total", "up");
        assertThat(scrape.metrics).doesNotContainKey("no_such_total");
    }
}
