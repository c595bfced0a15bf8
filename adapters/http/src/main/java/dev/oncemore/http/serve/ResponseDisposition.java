package dev.oncemore.http.serve;

/** What happens to a response. It is sent to the client in any case. */
public enum ResponseDisposition {
    /** The response is the outcome: a repeated request gets it again. */
    KEEP,
    /** Nothing happened: a repeated request is served anew. */
    RELEASE,
    /** The effect may have happened: the engine's {@link dev.oncemore.once.WhenUnknown} decides. */
    UNKNOWN
}
