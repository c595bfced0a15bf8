package dev.oncemore.jdbc.internal.task;

/**
 * A claimed task whose row is damaged. It becomes a dead letter, so that a person sees it and other tasks are not held up.
 *
 * @param id which task
 * @param fence the claim's fence
 * @param damage what is wrong with it
 */
record DamagedRow(String id, long fence, String damage) {
    static final String SIGNATURE = "damaged row";
    static final String FENCE_WAS_USED =
            "its fence is in the log already, so the row was restored from a backup or changed by hand;"
                    + " check in the log what it may have done before you redrive it";
}
