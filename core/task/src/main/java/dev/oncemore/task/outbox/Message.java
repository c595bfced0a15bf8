package dev.oncemore.task.outbox;

import dev.oncemore.once.record.Bytes;
import java.util.Map;
import java.util.Optional;

/**
 * A task as an outgoing message.
 *
 * @param id the same for each repetition, so that the receiver's inbox recognises it
 * @param kind its kind
 * @param lane its lane, if any: a sink with partitions uses it as the partition key
 * @param payload the enqueued bytes
 * @param headers the enqueued headers
 */
public record Message(String id, String kind, Optional<String> lane, Bytes payload, Map<String, String> headers) {}
