package dev.oncemore.task.store;

/**
 * The end of one claim.
 *
 * @param id the task's id
 * @param fence the claim's fence
 * @param end how it ends
 */
public record TaskFinish(String id, long fence, End end) {}
