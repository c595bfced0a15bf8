package dev.oncemore.jdbc.task;

/**
 * A claimed task whose row cannot be worked on. It becomes a dead letter, so that a person sees it and others go on.
 *
 * @param id which task
 * @param fence the claim's fence
 * @param damage what is wrong with it
 */
record DamagedRow(String id, long fence, String damage) {
    static final String SIGNATURE = "damaged row";
    static final String FENCE_WAS_USED =
            "its fence has a line in the log already, so the row came back from a backup or was"
                    + " changed by hand; what is in the log may have happened";
}
