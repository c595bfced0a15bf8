/** Events as metrics, spans, JSON lines, reports and alerts. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // Micrometer and OpenTelemetry have no descriptors
module dev.oncemore.observe {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.task;
    requires transitive dev.oncemore.http;
    requires static micrometer.core;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;

    exports dev.oncemore.observe;
    exports dev.oncemore.observe.alert;
    exports dev.oncemore.observe.json;
    exports dev.oncemore.observe.log;
    exports dev.oncemore.observe.metrics;
    exports dev.oncemore.observe.report;
    exports dev.oncemore.observe.trace;
}
