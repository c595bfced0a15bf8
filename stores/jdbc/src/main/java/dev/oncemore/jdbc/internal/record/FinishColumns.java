package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An outcome's parts as columns. */
final class FinishColumns {
    private FinishColumns() {}

    /** State, response, label, error, resource and retention, as the statements for one outcome have them. */
    static Parameters set(Parameters parameters, RecordFinish finish) throws SQLException {
        parameters
                .text(finish.state().name())
                .bytes(response(finish))
                .text(finish.label())
                .text(finish.error())
                .text(resourceType(finish))
                .text(resourceId(finish));
        // An unknown outcome has no end.
        return finish.state() == RecordState.UNKNOWN
                ? parameters.noNumber()
                : parameters.number(Micros.of(finish.retention()));
    }

    static byte @Nullable [] response(RecordFinish finish) {
        Bytes response = finish.response();
        return response == null ? null : response.toArray();
    }

    static @Nullable String resourceType(RecordFinish finish) {
        Resource resource = finish.resource();
        return resource == null ? null : resource.type();
    }

    static @Nullable String resourceId(RecordFinish finish) {
        Resource resource = finish.resource();
        return resource == null ? null : resource.id();
    }
}
