/** Time, randomness and ids as injectable dependencies, and the types that every part of Oncemore shares. */
@SuppressWarnings("module") // the modules that see internals are built after this one
module dev.oncemore.clock {
    requires static transitive org.jspecify;

    exports dev.oncemore;
    exports dev.oncemore.time;
    exports dev.oncemore.internal to
            dev.oncemore.retry,
            dev.oncemore.once,
            dev.oncemore.task,
            dev.oncemore.jdbc,
            dev.oncemore.redis,
            dev.oncemore.http,
            dev.oncemore.observe;
}
