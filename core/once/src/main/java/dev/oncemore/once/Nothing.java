package dev.oncemore.once;

/** The codec of effects that return nothing: that they are done is all that is stored. */
final class Nothing implements Codec<Void> {
    static final Nothing CODEC = new Nothing();
    /** Keeps a typed operation from taking the missing value for one of its own. */
    static final ValueLabel LABEL = ValueLabel.declared("nothing");

    private Nothing() {}

    @Override
    public byte[] encode(Void value) {
        return new byte[0];
    }

    @Override
    @SuppressWarnings("NullAway") // Void has no other value
    public Void decode(byte[] bytes) {
        return null;
    }
}
