package dev.oncemore.torture.net;

/** One way to attack Oncemore, with a judgement of every history it makes. */
public interface Net {

    /** What it is called in reports: one word or two. */
    String name();

    /** Whether the options of this run ask for it. */
    boolean isWanted(Context context);

    /**
     * Attacks until its amount is done or its time is over.
     *
     * @throws Exception when the attack itself could not be carried out, which is neither a pass nor a violation
     */
    Report run(Context context) throws Exception;
}
