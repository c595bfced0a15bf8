/** Records on Redis: fast and shared, but weaker guarantees than a database. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Lettuce has no descriptor
module dev.oncemore.redis {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;
    requires lettuce.core;

    exports dev.oncemore.redis;
}
