package dev.oncemore.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says which property or annotation is wrong, where it is set, and what is allowed, instead of a stack trace. */
final class InvalidSettingAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {
    /** The kernel's reason if a key that others need is not set. */
    private static final String MISSING = "is missing";

    private final Environment environment;

    InvalidSettingAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException failure) {
        String reason = failure.reason();
        ConfigurationProperty property = property(failure.place());
        String origin = property == null || property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        String description = failure.place() + origin + (reason.equals(MISSING) ? " " : " is invalid: ") + reason;
        String action = property != null || failure.place().startsWith("oncemore.")
                ? "Correct " + failure.place() + "."
                : "Correct the annotation or the method.";
        return new FailureAnalysis(description, action, failure);
    }

    private @Nullable ConfigurationProperty property(String place) {
        if (!ConfigurationPropertyName.isValid(place)) {
            return null;
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.of(place);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }
}
