package dev.oncemore.server.console;

import io.javalin.http.Context;

/** The same act as a command for a terminal. The token stays where it is: the shell fills it in. */
final class Curl {
    private static final String TOKEN = "curl -H \"Authorization: Bearer $ONCEMORE_TOKEN\" ";

    private Curl() {}

    static String post(Context context, String path, String body) {
        return TOKEN + "-X POST -H 'Content-Type: application/json' -d " + quoted(body) + " "
                + quoted(base(context) + path);
    }

    private static String base(Context context) {
        return context.scheme() + "://" + context.host();
    }

    /** Nothing in it means anything to a shell. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
