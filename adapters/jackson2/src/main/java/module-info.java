/** JSON codecs for the values of effects and tasks, with Jackson 2. */
@SuppressWarnings("module") // the digit is that of Jackson
module dev.oncemore.jackson2 {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;
    requires dev.oncemore.json;
    requires transitive com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;

    exports dev.oncemore.jackson2;
}
