package dev.oncemore.once;

/** Finds the codec of a type; the Jackson module has one for all types that JSON can represent. */
public interface Codecs {
    /**
     * Returns the codec of this type.
     *
     * @throws IllegalArgumentException if there is none; the message states what to do
     */
    <T> Codec<T> of(Class<T> type);

    /** Supports only text and bytes. */
    static Codecs textAndBytes() {
        return TextAndBytes.INSTANCE;
    }

    /** The codecs that need no library. */
    enum TextAndBytes implements Codecs {
        /** The only instance. */
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
                    + "; set codecs(JacksonCodecs.standard()) from oncemore-jackson, or pass your own Codec");
        }
    }
}
