package dev.oncemore.torture.planted;

/** One change to a class or a resource while it is loaded. */
interface Edit {

    /** Whether it changes this class file or resource, by its path on the class path. */
    boolean concerns(String path);

    /**
     * The changed content.
     *
     * @throws NotApplicableException when the code that it changes no longer exists
     */
    byte[] apply(String path, byte[] original);

    /** The place of the edit, for messages. */
    String target();

    /** Thrown when the code that an edit was written for has changed, so that the mutant must be rewritten. */
    final class NotApplicableException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        NotApplicableException(String message) {
            super(message);
        }
    }
}
