package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.callback.CallbackService;
import dev.oncemore.operations.callback.Ending;
import dev.oncemore.server.access.Principal;
import io.javalin.http.Context;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Callbacks of sheets. A sheet has ended when it is confirmed and nothing of it is under way; a correction may give it another end. */
public final class SheetCallbacks {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final String SHEET = "sheet";
    /** Each look at one is a few statements, once a minute. */
    private static final int OPEN_MAX = 200;

    private final CallbackService callbacks;
    private final SheetService sheets;

    /** Callbacks of the sheets of this desk. */
    public SheetCallbacks(CallbackService callbacks, SheetService sheets) {
        this.callbacks = callbacks.about(SHEET, this::endings, OPEN_MAX);
        this.sheets = sheets;
    }

    /** Whether a sheet can have one. */
    public boolean isOn() {
        return callbacks.isOn();
    }

    /** The callback that a form names; null without one. */
    public @Nullable URI of(Context context) {
        String url = context.isMultipartFormData() ? context.formParam("callback") : null;
        return url == null || url.isBlank() ? null : callbacks.require(url.strip());
    }

    /** Adds a callback, if there is one, in the transaction that takes its sheet in. */
    public Act<Boolean> add(String sheet, @Nullable URI url, Principal sender) {
        return here -> {
            if (url != null) {
                callbacks.add(here, SHEET, sheet, url, sender.owner());
            }
            return url != null;
        };
    }

    private Map<String, Ending> endings(List<String> ids) {
        Map<String, Ending> endings = new HashMap<>();
        for (String id : ids) {
            try {
                Sheet sheet = sheets.sheet(id);
                // Asked first: when nothing is under way any more, what is counted after that stays so.
                if (sheet.isConfirmed() && sheets.queries().remaining(sheet).rows() == 0) {
                    endings.put(id, ending(sheet, sheets.counts(id)));
                }
            } catch (Rejected e) {
                endings.put(id, new Ending("sheet.gone", "gone", true, false, Map.of("id", id)));
            } catch (RuntimeException e) {
                // A damaged sheet waits for the next look; the others are told.
                LOG.log(Level.WARNING, "the callback of sheet " + id + " cannot be looked at", e);
            }
        }
        return endings;
    }

    private static Ending ending(Sheet sheet, Map<RowState, Integer> counts) {
        Map<String, Integer> states = new LinkedHashMap<>();
        counts.forEach((state, count) -> states.put(state.word(), count));
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", sheet.id());
        data.put("company", sheet.company());
        data.put("type", sheet.type().word());
        data.put("file", sheet.fileName());
        data.put("states", states);
        return new Ending("sheet.settled", states.toString(), false, true, data);
    }
}
