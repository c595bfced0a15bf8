package dev.oncemore.torture.planted;

/** One change to a class or a resource while it is loaded. */
interface Edit {

    /** Whether it changes this class file or resource, by its path on the class path. */
    boolean concerns(String path);

    /**
     * The changed content.
     *
     * @throws NotApplicableException when what it changes is not there any more
     */
    byte[] apply(String path, byte[] original);

    /** Where it is planted, for people. */
    String target();

    /** Says that the code that an edit was written for has changed: the mutant must be written anew. */
    final class NotApplicableException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        NotApplicableException(String message) {
            super(message);
        }
    }
}
