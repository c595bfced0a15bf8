package dev.oncemore.redis;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Classifies failures of Redis and its connection: whether anything was written, and what to do. */
final class RedisFailures {
    private static final String PASSES = "; it passes without help";
    private static final String OTHER_DATA = "; give this store its own prefix";

    /** Redis' error codes. The message of a script error has the code in the middle. */
    private static final Map<String, Meaning> BY_CODE = Map.ofEntries(
            Map.entry("READONLY", new Meaning(FailureKind.TRANSIENT, "; this is a replica; use the primary's address")),
            Map.entry("LOADING", new Meaning(FailureKind.TRANSIENT, PASSES)),
            Map.entry("BUSY", new Meaning(FailureKind.TRANSIENT, PASSES)),
            Map.entry("MASTERDOWN", new Meaning(FailureKind.TRANSIENT, PASSES)),
            Map.entry(
                    "CLUSTERDOWN", new Meaning(FailureKind.TRANSIENT, "; some of the cluster's slots have no primary")),
            Map.entry("TRYAGAIN", new Meaning(FailureKind.TRANSIENT, PASSES)),
            Map.entry("NOREPLICAS", new Meaning(FailureKind.TRANSIENT, "; min-replicas-to-write is not met")),
            Map.entry("MISCONF", new Meaning(FailureKind.TRANSIENT, "; Redis cannot write to its disk")),
            Map.entry(
                    "OOM",
                    new Meaning(
                            FailureKind.THROTTLED,
                            "; records must not be evicted, so give Redis more memory (maxmemory) or keep outcomes for a"
                                    + " shorter time (retention)")),
            Map.entry(
                    "MOVED",
                    new Meaning(FailureKind.PERMANENT, "; this is a Redis Cluster: pass a RedisClusterClient")),
            Map.entry("NOAUTH", new Meaning(FailureKind.PERMANENT, "; put the user and password into the URI")),
            Map.entry("WRONGPASS", new Meaning(FailureKind.PERMANENT, "")),
            Map.entry(
                    "NOPERM",
                    new Meaning(FailureKind.PERMANENT, "; the user needs +@scripting +@hash +@keyspace +time")),
            Map.entry("WRONGTYPE", new Meaning(FailureKind.PERMANENT, OTHER_DATA)));

    private static final Pattern CODE = Pattern.compile("\\b(" + String.join("|", BY_CODE.keySet()) + ")\\b");

    private record Meaning(FailureKind kind, String whatToDo) {}

    private RedisFailures() {}

    static StoreException of(Throwable thrown) {
        String said = String.valueOf(thrown.getMessage());
        if (thrown instanceof RedisCommandExecutionException) {
            Matcher code = CODE.matcher(said);
            Meaning meaning = code.find() ? BY_CODE.get(code.group(1)) : null;
            return meaning == null
                    ? new StoreException(FailureKind.PERMANENT, "Redis refused: " + said, thrown)
                    : new StoreException(meaning.kind, "Redis refused: " + said + meaning.whatToDo, thrown);
        }
        if (thrown instanceof RedisException && said.startsWith("Request queue size exceeded")) {
            return new StoreException(
                    FailureKind.THROTTLED,
                    "Redis is unavailable or too slow, and too many calls are already waiting for it",
                    thrown);
        }
        if (thrown instanceof RedisException && said.startsWith("Currently not connected")) {
            return new StoreException(FailureKind.TRANSIENT, "not connected to Redis", thrown);
        }
        if (thrown instanceof RedisException && said.equals("Connection is closed")) {
            return new StoreException(FailureKind.PERMANENT, "the connection to Redis was closed", thrown);
        }
        return new StoreException(
                FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                "the connection to Redis failed, so it is unknown how much was written: " + said,
                thrown);
    }

    /** Classifies a failure to connect, after which nothing was sent. */
    static StoreException unreachable(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException) {
                return of(cause);
            }
        }
        return new StoreException(FailureKind.TRANSIENT, "cannot connect to Redis: " + thrown.getMessage(), thrown);
    }
}
