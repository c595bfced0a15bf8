package dev.oncemore.examples.notify;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A service that shows messages on phones, once per key; and the network to it. */
final class PushProvider {
    private final Map<String, Integer> phones;
    private final Set<String> keys = new HashSet<>();
    private final Set<String> refused;
    private final Set<String> replyLostOnce;

    /** Counts the pushes by phone; refuses connections for some users, and loses the first reply for others. */
    PushProvider(Map<String, Integer> phones, Set<String> refused, Set<String> replyLostOnce) {
        this.phones = phones;
        this.refused = refused;
        this.replyLostOnce = new HashSet<>(replyLostOnce);
    }

    synchronized void push(String user, String text, String key) throws IOException {
        if (refused.contains(user)) {
            throw new ConnectException("connection refused");
        }
        if (keys.add(key)) {
            phones.merge(user, 1, Integer::sum);
        }
        if (replyLostOnce.remove(user)) {
            throw new SocketTimeoutException("no reply to '" + text + "'");
        }
    }
}
