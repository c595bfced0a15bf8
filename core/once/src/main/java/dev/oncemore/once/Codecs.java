package dev.oncemore.once;

/** Finds the codec of a type; the Jackson module brings one for everything that JSON can say. */
public interface Codecs {
    /**
     * The codec of this type.
     *
     * @throws IllegalArgumentException when it has none; the message says what to do
     */
    <T> Codec<T> of(Class<T> type);

    /** For text and bytes only. */
    static Codecs textAndBytes() {
        return TextAndBytes.INSTANCE;
    }

    /** What works without any library. */
    enum TextAndBytes implements Codecs {
        /** The only one. */
        INSTANCE;

        @Override
        @SuppressWarnings("unchecked") // each branch has just compared the type
        public <T> Codec<T> of(Class<T> type) {
            if (type == String.class) {
                return (Codec<T>) Codec.text();
            }
            if (type == byte[].class) {
                return (Codec<T>) Codec.bytes();
            }
            throw new IllegalArgumentException("there is no codec for " + type.getName()
                    + "; set codecs(JacksonCodecs.standard()) from oncemore-jackson, or pass a Codec of your own");
        }
    }
}
