package dev.oncemore.operations.audit;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;

/**
 * The key under which an act is done once.
 *
 * @param key names the request, in the scope of its sender
 * @param payload the request, which must be the same each time
 * @param codec how the answer is recorded
 * @param <T> what the act answers
 */
public record ActKey<T>(Key key, Payload payload, Codec<T> codec) {}
