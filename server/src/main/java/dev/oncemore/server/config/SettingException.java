package dev.oncemore.server.config;

/** A setting that will not do. The message says where it stands, what it is, and what is allowed. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    SettingException(String place, String message) {
        super(place + ": " + message);
    }
}
