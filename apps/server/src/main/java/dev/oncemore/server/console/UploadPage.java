package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.line;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.FileWork;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.SheetCallbacks;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.UploadForm;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes sheets from the desk's first page. A refusal is shown there, and keeps what was chosen. */
final class UploadPage {
    private final SheetService sheetService;
    private final SendService sendService;
    private final SheetCallbacks callbacks;
    private final DeskList list;

    UploadPage(SheetService sheetService, SendService sendService, SheetCallbacks callbacks, DeskList list) {
        this.sheetService = sheetService;
        this.sendService = sendService;
        this.callbacks = callbacks;
        this.list = list;
    }

    void addTo(RoutesConfig routes) {
        routes.post("/desk/sheets", this::take, Role.STAFF);
    }

    private void take(Context context) {
        try {
            Sheet sheet;
            try (FileWork.Place place = sheetService.imports().files().enter(who(context))) {
                UploadForm.requireSmallFields(context);
                Optional<Companies.Doubt> doubt = CompanyField.doubt(sheetService.companies(), context);
                if (doubt.isPresent()) {
                    show(context, Refusal.conflict(doubt.get().words()), doubt.get());
                    return;
                }
                sheet = take(context, place);
            }
            context.redirect("/desk/sheets/" + sheet.id() + "?done=taken");
        } catch (IllegalArgumentException | Rejected | Refusal e) {
            show(context, Refusal.of(e), null);
        }
    }

    private Sheet take(Context context, FileWork.Place place) {
        String company = CompanyField.in(context);
        String connector = line(context, "connector");
        URI callback = callbacks.of(context);
        return sheetService
                .imports()
                .take(
                        place,
                        UploadForm.of(context, company).ifNew(CompanyField.ifNew(context)),
                        who(context),
                        false,
                        taken -> {
                            Act<Boolean> chosen = sendService.choose(taken, connector);
                            Act<Boolean> called = callbacks.add(taken.id(), callback, Authenticator.of(context));
                            return here -> {
                                chosen.in(here);
                                return called.in(here);
                            };
                        });
    }

    private void show(Context context, Refusal refusal, Companies.@Nullable Doubt doubt) {
        ErrorPage.head(context, refusal);
        CompanyField company = CompanyField.of(sheetService.companies(), CompanyField.in(context));
        list.show(
                context,
                Page.translated(context, "desk.title"),
                new DeskPage.Chosen(
                        doubt == null ? company : company.doubting(doubt),
                        line(context, "type"),
                        line(context, "connector"),
                        "true".equals(line(context, "check_created")),
                        line(context, "callback")),
                refusal.detail());
    }
}
