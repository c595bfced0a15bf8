package dev.oncemore.operations.callback;

import java.util.Map;

/**
 * How something ended.
 *
 * @param type the type of the message, such as {@code task.done}
 * @param mark tells this end from an earlier one of the same thing, up to 400 characters
 * @param isFinal whether no other end can follow
 * @param isNews whether it is told although another end of the same thing was told before
 * @param data the facts for the receiver
 */
public record Ending(String type, String mark, boolean isFinal, boolean isNews, Map<String, Object> data) {}
