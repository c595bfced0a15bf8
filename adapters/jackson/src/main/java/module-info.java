/** JSON codecs for the values of effects and tasks, with Jackson 3. */
module dev.oncemore.jackson {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;
    requires dev.oncemore.json;
    requires transitive tools.jackson.databind;

    exports dev.oncemore.jackson;
}
