package dev.oncemore.jdbc;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.Resource;
import org.jspecify.annotations.Nullable;

/** An outcome's parts as columns. */
final class FinishColumns {
    private FinishColumns() {}

    static byte @Nullable [] response(Finish finish) {
        Bytes response = finish.response();
        return response == null ? null : response.toArray();
    }

    static @Nullable String error(Finish finish) {
        return finish.error();
    }

    static @Nullable String resourceType(Finish finish) {
        Resource resource = finish.resource();
        return resource == null ? null : resource.type();
    }

    static @Nullable String resourceId(Finish finish) {
        Resource resource = finish.resource();
        return resource == null ? null : resource.id();
    }
}
