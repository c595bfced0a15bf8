package dev.oncemore.task.outbox;

import dev.oncemore.once.record.Bytes;
import java.util.Map;
import java.util.Optional;

/**
 * A task as it leaves.
 *
 * @param id the same whenever it is sent again, so that the other side's inbox recognises it
 * @param kind what it is
 * @param lane what it must keep its order with, if anything: a sink with partitions goes by it
 * @param payload as it was enqueued, byte for byte
 * @param headers what was enqueued beside the payload
 */
public record Message(String id, String kind, Optional<String> lane, Bytes payload, Map<String, String> headers) {}
