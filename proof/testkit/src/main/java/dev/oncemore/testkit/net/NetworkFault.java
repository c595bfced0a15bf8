package dev.oncemore.testkit.net;

import java.time.Duration;
import java.util.Objects;

/**
 * A fault between a client and a server. Plan it with {@link FaultProxy#next} for one request and its reply, or with
 * {@link FaultProxy#nextConnection} for a whole connection.
 */
public final class NetworkFault {
    /** Where in an exchange the fault occurs. */
    enum Place {
        NOWHERE,
        REQUEST,
        REPLY
    }

    /** What happens there. */
    enum Action {
        PASS,
        RESET,
        CLOSE,
        HOLD,
        THROTTLE
    }

    /** Held until {@link Strike#release}. */
    static final Duration UNTIL_RELEASED = Duration.ofDays(1);

    private static final Duration LONGEST = Duration.ofMinutes(1);

    final Place place;
    final Action action;
    /** The bytes of the reply that pass first; for a throttle, the bytes that pass at a time. */
    final int bytes;

    final Duration pause;

    private NetworkFault(Place place, Action action, int bytes, Duration pause) {
        this.place = place;
        this.action = action;
        this.bytes = bytes;
        this.pause = pause;
    }

    /** No fault. */
    public static NetworkFault none() {
        return new NetworkFault(Place.NOWHERE, Action.PASS, 0, Duration.ZERO);
    }

    /** The connection is reset when the request comes: the server never sees it. */
    public static NetworkFault cutBeforeRequest() {
        return new NetworkFault(Place.REQUEST, Action.RESET, 0, Duration.ZERO);
    }

    /** The request waits in the proxy until {@link Strike#release}: the server does not see it before. */
    public static NetworkFault holdRequest() {
        return new NetworkFault(Place.REQUEST, Action.HOLD, 0, UNTIL_RELEASED);
    }

    /** The server has done its work and answers, and the connection is reset: the client never sees the reply. */
    public static NetworkFault dropReply() {
        return new NetworkFault(Place.REPLY, Action.RESET, 0, Duration.ZERO);
    }

    /** The first bytes of the reply pass, then the connection is closed, as by a server that crashed. */
    public static NetworkFault truncateReply(int bytes) {
        return new NetworkFault(Place.REPLY, Action.CLOSE, requireBytes(bytes, 0), Duration.ZERO);
    }

    /** The server has answered, and the reply waits in the proxy until {@link Strike#release}. */
    public static NetworkFault holdReply() {
        return holdReplyAfter(0);
    }

    /** The first bytes of the reply pass, the rest waits until {@link Strike#release}. */
    public static NetworkFault holdReplyAfter(int bytes) {
        return new NetworkFault(Place.REPLY, Action.HOLD, requireBytes(bytes, 0), UNTIL_RELEASED);
    }

    /** The reply is delayed, or passes when released earlier. Real time passes: prefer {@link #holdReply}. */
    public static NetworkFault delayReply(Duration delay) {
        return new NetworkFault(Place.REPLY, Action.HOLD, 0, requirePause(delay));
    }

    /** The reply passes in pieces of this many bytes, with this pause between them. Real time passes. */
    public static NetworkFault throttleReply(int bytes, Duration pause) {
        return new NetworkFault(Place.REPLY, Action.THROTTLE, requireBytes(bytes, 1), requirePause(pause));
    }

    boolean strikesAt(Place here) {
        return place == here;
    }

    private static int requireBytes(int bytes, int least) {
        if (bytes < least) {
            throw new IllegalArgumentException("bytes must be at least " + least + ", but is " + bytes);
        }
        return bytes;
    }

    private static Duration requirePause(Duration pause) {
        Objects.requireNonNull(pause, "pause");
        if (pause.isNegative() || pause.isZero() || pause.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a pause must be above zero and at most " + LONGEST + ", but is " + pause);
        }
        return pause;
    }

    @Override
    public String toString() {
        return action + " at " + place + " (" + bytes + " bytes, " + pause + ")";
    }
}
