package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.util.Map;
import java.util.regex.Pattern;

/** A secret by the name of its environment variable; files and pages never show the secret itself. */
record Secret(String variable, YamlPart at) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");

    static Secret of(YamlPart part) {
        if (!NAME.matcher(part.text()).matches()) {
            // The value is not shown, because it may be a secret that must not appear in logs.
            throw part.fault(
                    "'" + part.path() + "' must name an environment variable, such as FREEE_TOKEN; a secret does not"
                            + " belong into the file");
        }
        return new Secret(part.text(), part);
    }

    String value(Map<String, String> environment) {
        String value = environment.get(variable);
        if (value == null || value.isBlank()) {
            throw at.fault("'" + at.path() + "' names the environment variable " + variable + ", which is not set");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw at.fault("the environment variable " + variable + " holds a line break or another control character");
        }
        return value;
    }

    /** Reads a secret for a header and checks its characters now: the HTTP client's exception would contain the secret. */
    String headerValue(Map<String, String> environment) {
        String value = value(environment);
        if (!fitsHeader(value)) {
            throw at.fault("the environment variable " + variable
                    + " has a character that is not allowed in a header; use printable ASCII only");
        }
        return value;
    }

    static boolean fitsHeader(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    @Override
    public String toString() {
        return "$" + variable;
    }
}
