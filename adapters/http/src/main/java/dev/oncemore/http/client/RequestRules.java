package dev.oncemore.http.client;

import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a client treats each request.
 *
 * @param maxAttempts how often it is sent at most
 * @param singleWhenNested whether it is sent once inside an attempt of somebody else
 * @param addsHeaders whether attempts carry headers of ours
 * @param notIdempotent methods, in upper case, that are not repeated after an unknown outcome
 * @param keys creates keys for requests that need one; null if they go without
 * @param bufferBytesMax up to which size the body of an unknown publisher is kept to be sent again
 */
record RequestRules(
        int maxAttempts,
        boolean singleWhenNested,
        boolean addsHeaders,
        Set<String> notIdempotent,
        @Nullable Supplier<String> keys,
        int bufferBytesMax) {}
