package dev.oncemore.desk.planted;

import dev.oncemore.server.web.Refusal;

/** A class of the desk that uses the server, under a name that another public class has. */
public final class LibraryUser {

    private LibraryUser() {}

    static Refusal refusal() {
        return Refusal.unauthenticated();
    }
}
