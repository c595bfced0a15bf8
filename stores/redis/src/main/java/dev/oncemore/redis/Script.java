package dev.oncemore.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One verb on one record as a Lua script, which Redis runs atomically and by its own clock. A record is a hash with these
 * fields:
 *
 * <pre>
 * s state   n fence   t token   f fingerprint   w who   a attempts   r response   b label   e error
 * y, i type and id of the resource   c created   u updated   l lease until   x expires
 * </pre>
 *
 * <p>Times are microseconds since 1970: they and the fences made from them are exact as Lua numbers until the year 2255. A
 * script that changes nothing ends with a write without effect, so that a replica, whose data may be stale, refuses it. A
 * script that changes a record begins with a command that Redis refuses when it is out of memory, so that it does all or
 * nothing; after the first write of a script Redis refuses no more.
 */
enum Script {
    INSERT_OR_READ(true, """
            local found = redis.call('HMGET', key, 's', 't', 'n')
            if not found[1] then
                local fence = number(now)
                redis.call('HSET', key, 's', 'RUNNING', 'n', fence, 'f', ARGV[1], 't', ARGV[2], 'w', ARGV[3],
                    'a', '1', 'c', number(now), 'u', number(now), 'l', number(now + ARGV[4]))
                return {fence}
            end
            if found[1] == 'RUNNING' and found[2] == ARGV[2] then
                return unchanged({found[3]})
            end
            local all = redis.call('HGETALL', key)
            table.insert(all, 1, number(now))
            return unchanged(all)
            """),

    TAKE_OVER(true, """
            local found = redis.call('HMGET', key, 's', 't', 'n', 'l', 'a', 'c', 'x')
            if not found[1] then
                return unchanged({})
            end
            if found[1] == 'RUNNING' and found[2] == ARGV[2] then
                return unchanged({found[3]})
            end
            local may_run
            if ARGV[6] == '1' then
                may_run = found[7] and tonumber(found[7]) <= now
            elseif found[1] == 'RUNNING' then
                may_run = tonumber(found[4]) <= now
            else
                may_run = found[1] == 'FAILED_RETRYABLE' or found[1] == 'UNKNOWN'
            end
            if found[3] ~= ARGV[5] or not may_run then
                return unchanged({})
            end
            local fence = number(math.max(found[3] + 1, now))
            local attempts, created = number(found[5] + 1), found[6]
            if ARGV[6] == '1' then
                attempts, created = '1', number(now)
            end
            redis.call('HSET', key, 's', 'RUNNING', 'n', fence, 'f', ARGV[1], 't', ARGV[2], 'w', ARGV[3],
                'a', attempts, 'c', created, 'u', number(now), 'l', number(now + ARGV[4]))
            redis.call('HDEL', key, 'r', 'b', 'e', 'y', 'i', 'x')
            redis.call('PERSIST', key)
            return {fence}
            """),

    /** Fields to set are appended to the arguments as pairs. */
    FINISH(true, """
            local found = redis.call('HMGET', key, 's', 'n')
            if found[2] ~= ARGV[1] then
                return unchanged({})
            end
            if found[1] ~= 'RUNNING' then
                return unchanged(found[1] == ARGV[2] and {'1'} or {})
            end
            local fields = {'s', ARGV[2], 'u', number(now)}
            for i = 5, #ARGV do
                fields[i] = ARGV[i]
            end
            local expires = now + ARGV[3]
            if ARGV[2] ~= 'UNKNOWN' then
                fields[#fields + 1] = 'x'
                fields[#fields + 1] = number(expires)
            end
            redis.call('HSET', key, unpack(fields))
            redis.call('HDEL', key, 'l')
            if ARGV[2] ~= 'UNKNOWN' then
                redis.call('PEXPIREAT', key, number(math.ceil((expires + ARGV[4]) / 1000)))
            end
            return {'1'}
            """),

    EXTEND(true, """
            local found = redis.call('HMGET', key, 's', 'n')
            if found[1] ~= 'RUNNING' or found[2] ~= ARGV[1] then
                return unchanged({})
            end
            redis.call('HSET', key, 'u', number(now), 'l', number(now + ARGV[2]))
            return {'1'}
            """),

    READ(false, """
            local all = redis.call('HGETALL', key)
            if #all > 0 then
                table.insert(all, 1, number(now))
            end
            return unchanged(all)
            """);

    private static final String FIRST = """
            local key = KEYS[1]
            local time = redis.call('TIME')
            local now = time[1] * 1000000 + time[2]
            local function number(n)
                return string.format('%.0f', n)
            end
            local function unchanged(answer)
                redis.call('HDEL', key, '')
                return answer
            end
            """;

    private final boolean writes;
    private final String text;
    private final String digest;

    Script(boolean writes, String text) {
        this.writes = writes;
        this.text = FIRST + text;
        this.digest = sha1(this.text);
    }

    boolean writes() {
        return writes;
    }

    String text() {
        return text;
    }

    /** The SHA-1 digest by which Redis identifies the script. */
    String digest() {
        return digest;
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
