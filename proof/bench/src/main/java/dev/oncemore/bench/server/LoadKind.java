package dev.oncemore.bench.server;

/** The requests that are compared. */
enum LoadKind {
    /** Does nothing. */
    NOTHING(200) {
        @Override
        String body(String key) {
            return "";
        }
    },
    /** Enqueues a task under a key of its own. */
    KEYED_POST(201) {
        @Override
        String body(String key) {
            return "{\"kind\":\"bench\",\"queue\":\"bench\",\"payload\":{\"order\":\"" + key + "\"}}";
        }
    };

    private final int status;

    LoadKind(int status) {
        this.status = status;
    }

    /** The expected status. */
    int status() {
        return status;
    }

    /** The body of the request with this key. */
    abstract String body(String key);

    /** The whole request with this key. */
    String request(String key) {
        if (this == NOTHING) {
            return "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
        }
        String body = body(key);
        return "POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ServerProcess.TOKEN
                + "\r\nIdempotency-Key: \"" + key + "\"\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** The same for wrk, which numbers the requests itself. */
    String lua(String prefix) {
        if (this == NOTHING) {
            return "wrk.method = \"GET\"\nwrk.path = \"/api/health/live\"\n";
        }
        return """
                local n = 0
                wrk.method = "POST"
                wrk.path = "/api/tasks"
                function request()
                  n = n + 1
                  local key = "%s" .. n
                  local body = '%s'
                  return wrk.format(nil, nil, {["Authorization"] = "Bearer %s", ["Content-Type"] = "application/json",
                      ["Idempotency-Key"] = '"' .. key .. '"'}, body)
                end
                """.formatted(prefix, body("' .. key .. '"), ServerProcess.TOKEN);
    }
}
