package dev.oncemore.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisServerCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Warns of server settings under which acknowledged records can be lost. */
final class SettingsCheck {
    private static final Pattern REPLICAS = Pattern.compile("(?m)^connected_slaves:(\\d+)");

    private final String server;
    private final RedisServerCommands<byte[], byte[]> commands;
    private final RedisSettings settings;
    private final List<String> warnings = new ArrayList<>();

    private SettingsCheck(String server, RedisServerCommands<byte[], byte[]> commands, RedisSettings settings) {
        this.server = server;
        this.commands = commands;
        this.settings = settings;
    }

    static List<String> of(Map<String, RedisServerCommands<byte[], byte[]>> servers, RedisSettings settings) {
        List<String> warnings = new ArrayList<>();
        servers.forEach(
                (server, commands) -> warnings.addAll(new SettingsCheck(server, commands, settings).warnings()));
        return warnings;
    }

    private List<String> warnings() {
        try {
            checkMemory();
            checkLog();
        } catch (RedisCommandExecutionException e) {
            warn("its settings could not be checked, because reading them is refused (" + e.getMessage()
                    + "); make sure that maxmemory-policy is noeviction, appendonly is yes and appendfsync is always");
        }
        try {
            checkReplication(commands.info("replication"));
        } catch (RedisCommandExecutionException e) {
            warn("whether it has replicas could not be checked, because INFO is refused (" + e.getMessage()
                    + "); a failover loses acknowledged records");
        }
        return warnings;
    }

    private void checkMemory() {
        String policy = setting("maxmemory-policy");
        if (!policy.equals("noeviction")) {
            warn("maxmemory-policy is " + policy
                    + ": when memory runs out, records are dropped and their keys count as new; set it to noeviction");
        }
    }

    private void checkLog() {
        if (!setting("appendonly").equals("yes")) {
            warn("appendonly is no: a restart loses all records since the last snapshot, and their keys count as new;"
                    + " set it to yes, and appendfsync to always");
            return;
        }
        String sync = setting("appendfsync");
        if (!sync.equals("always")) {
            String lost = sync.equals("everysec") ? "up to a second" : "everything that was not yet on disk";
            warn("appendfsync is " + sync + ": a crash loses " + lost
                    + " of acknowledged records, and their keys count as new; set it to always");
        } else if (setting("no-appendfsync-on-rewrite").equals("yes")) {
            warn(
                    "no-appendfsync-on-rewrite is yes: while the log is rewritten, a crash loses acknowledged records; set it"
                            + " to no");
        }
    }

    private void checkReplication(String info) {
        if (info.contains("role:slave")) {
            warn("it is a replica, whose data may be stale; use the primary's address");
            return;
        }
        Matcher replicas = REPLICAS.matcher(info);
        if (settings.replicas > 0 || !replicas.find() || replicas.group(1).equals("0")) {
            return;
        }
        warn("it has " + replicas.group(1) + " replica(s) and acknowledges records before they have them: a failover"
                + " loses " + lostInFailover() + "; set waitForReplicas, which narrows that, or keep records in a"
                + " database, which closes it");
    }

    private String lostInFailover() {
        try {
            if (!setting("min-replicas-to-write").equals("0")) {
                return "up to " + setting("min-replicas-max-lag") + " s of acknowledged records (min-replicas-max-lag)";
            }
        } catch (RedisCommandExecutionException e) {
            // A warning about unreadable settings was already added.
        }
        return "acknowledged records";
    }

    /** Reads a setting. Some providers answer with nothing instead of an error, which counts as a refusal. */
    private String setting(String name) {
        String value = commands.configGet(name).get(name);
        if (value == null) {
            throw new RedisCommandExecutionException("it does not show " + name);
        }
        return value;
    }

    private void warn(String what) {
        warnings.add(server + ": " + what);
    }
}
