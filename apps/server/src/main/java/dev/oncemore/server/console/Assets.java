package dev.oncemore.server.console;

import dev.oncemore.server.access.Role;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** Styles, scripts and the icon. Those that exist are known by name; nothing else in the jar can be asked for. */
final class Assets {
    private static final Map<String, String> TYPES = Map.of(
            "console.css", "text/css; charset=utf-8",
            "console.js", "text/javascript; charset=utf-8",
            "icon.svg", "image/svg+xml");

    private Assets() {}

    static void addTo(RoutesConfig routes) {
        TYPES.forEach((name, type) -> {
            byte[] content = load(name);
            routes.get(
                    "/assets/" + name,
                    context -> context.contentType(type)
                            .header("Cache-Control", "max-age=300")
                            .result(content),
                    Role.ANYONE);
        });
    }

    private static byte[] load(String name) {
        try (InputStream content = Assets.class.getResourceAsStream("assets/" + name)) {
            if (content == null) {
                throw new IllegalStateException("the asset " + name + " is missing in the jar");
            }
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
