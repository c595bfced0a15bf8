package dev.oncemore.desk.planted;

import io.javalin.http.Context;

/** A class of the desk that answers HTTP itself. */
public final class PageMaker {

    private PageMaker() {}

    static void answer(Context context) {
        context.result("done");
    }
}
