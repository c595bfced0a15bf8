/** Values of effects and tasks as JSON, by Jackson 3. */
module dev.oncemore.jackson {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;
    requires transitive tools.jackson.databind;

    exports dev.oncemore.jackson;
}
