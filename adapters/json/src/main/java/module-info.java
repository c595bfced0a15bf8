/** What the JSON codecs share, whichever Jackson they use. Not an API of its own. */
@SuppressWarnings("module") // the codecs are built after this module
module dev.oncemore.json {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;

    exports dev.oncemore.json to
            dev.oncemore.jackson,
            dev.oncemore.jackson2;
}
