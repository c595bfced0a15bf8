/** Retries of calls where that is safe and useful, within a deadline and a budget. */
module dev.oncemore.retry {
    requires static transitive org.jspecify;
    requires java.net.http;
    requires transitive dev.oncemore.clock;

    exports dev.oncemore.retry;
    exports dev.oncemore.retry.policy;

    uses dev.oncemore.retry.TransactionProbe;
}
