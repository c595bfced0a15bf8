package dev.oncemore.torture.net;

/** One kind of fault-injection test: runs many histories and checks each of them. */
public interface Suite {

    /** The name in reports: one word or two. */
    String name();

    /** Whether the options of this run select it. */
    boolean isWanted(Context context);

    /**
     * Runs until its quota is done or its time is over.
     *
     * @throws Exception if the test itself could not be carried out, which is neither a pass nor a violation
     */
    Report run(Context context) throws Exception;
}
