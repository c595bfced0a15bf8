/** Effects that happen at most once per key, and replay their outcome. */
@SuppressWarnings("module") // the stores that use group commits are built after this module
module dev.oncemore.once {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.retry;

    exports dev.oncemore.once;
    exports dev.oncemore.once.fingerprint;
    exports dev.oncemore.once.record;
    exports dev.oncemore.once.group to
            dev.oncemore.task,
            dev.oncemore.jdbc,
            dev.oncemore.redis;
}
