package dev.oncemore.http.serve;

/** What becomes of a response once it is there. The client that asked gets it in any case. */
public enum ResponseDisposition {
    /** It is the outcome: whoever sends the key again gets it again. */
    KEEP,
    /** Nothing happened: whoever sends the key again is served anew. */
    RELEASE,
    /** Nobody knows whether anything happened: the engine's {@link dev.oncemore.once.WhenUnknown} decides. */
    UNKNOWN
}
