package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.SheetList;
import dev.oncemore.desk.sheet.SheetSummary;
import dev.oncemore.server.api.SheetCallbacks;
import dev.oncemore.server.language.Messages;
import dev.oncemore.server.language.Phrasebook;
import dev.oncemore.server.web.Answers;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first page of the desk: a form for a new sheet, a question about a document, and the sheets. */
final class DeskList {
    private static final int SHEETS = 50;

    private final SheetService sheetService;
    private final SendService sendService;
    private final SheetCallbacks callbacks;

    DeskList(SheetService sheetService, SendService sendService, SheetCallbacks callbacks) {
        this.callbacks = callbacks;
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** Shows it; after a refused upload with what was chosen, and with the reason. */
    void show(Context context, Page page, DeskPage.Chosen chosen, @Nullable String wrong) {
        boolean isArchived = "archived".equals(Answers.text(context, "show"));
        SheetList list = sheetService.list();
        List<DeskPage.Line> lines = list.latest(isArchived, SHEETS).stream()
                .map(summary -> line(page.messages(), summary))
                // A stable order: among those that need somebody, and among the others, the latest comes first.
                .sorted(Comparator.comparing(line -> !line.needsYou()))
                .toList();
        DeskPage.View view = new DeskPage.View(
                sheetService.isConnected(),
                lines,
                lines.stream().anyMatch(line -> line.underWay() > 0),
                isArchived,
                list.archived(),
                chosen,
                wrong == null ? null : Phrasebook.say(page.messages(), wrong),
                question(context, page.messages()),
                sendService.connectors(),
                callbacks.isOn());
        Templates.show(context, "desk", page, view);
    }

    private static DeskPage.Line line(Messages messages, SheetSummary summary) {
        boolean isConfirmed = summary.sheet().isConfirmed();
        String words = isConfirmed
                ? messages.count("sheet.created", summary.there())
                        + (summary.underWay() > 0 ? " · " + messages.count("sheet.underway", summary.underWay()) : "")
                        + (summary.asking() > 0 ? " · " + messages.count("sheet.asking", summary.asking()) : "")
                        + (summary.needing() > 0 ? " · " + messages.count("sheet.need", summary.needing()) : "")
                : summary.needing() > 0 ? messages.count("sheet.need", summary.needing()) : "";
        String state = summary.needing() > 0
                ? "! " + messages.text("desk.state.need")
                : !isConfirmed
                        ? "… " + messages.text("desk.state.unsent")
                        : summary.underWay() > 0
                                ? "▶ " + messages.text("desk.state.sending")
                                : summary.asking() > 0
                                        ? "↻ " + messages.text("desk.state.asking")
                                        : "✓ " + messages.text("desk.state.done");
        return new DeskPage.Line(
                summary.sheet(),
                state,
                // Only between them is a place for a new line.
                words.replace(' ', '\u00a0').replace("\u00a0·\u00a0", " · "),
                messages.amount(summary.total().amount()),
                summary.rows(),
                summary.rows() - summary.underWay(),
                summary.underWay(),
                summary.needing() > 0);
    }

    private DeskPage.Question question(Context context, Messages messages) {
        String company = DocumentName.normal(Answers.text(context, "company"));
        String type = Answers.text(context, "type");
        String number = Answers.text(context, "number");
        if (number.isEmpty()) {
            return new DeskPage.Question(company, type, number, null, "", "", "", null, List.of());
        }
        DocumentName name = new DocumentName(company, DocumentType.parse(type), number);
        DocumentStatus answer = sheetService.find(name);
        String what = words(messages, name);
        boolean hasId =
                answer.code() == DocumentStatus.Code.CREATED && !answer.id().isEmpty();
        String sentence = hasId
                ? messages.text("answer.created.id", what, answer.id())
                : messages.text("answer." + answer.code().word(), what);
        Instant when = answer.when();
        return new DeskPage.Question(
                company,
                type,
                number,
                sentence,
                when == null ? "" : when.toString(),
                answer.who(),
                answer.link(),
                answer.error().isEmpty() ? null : Phrasebook.say(messages, answer.error()),
                sheetService.near(name, answer).stream()
                        .map(near -> near(messages, name, near))
                        .toList());
    }

    private static String words(Messages messages, DocumentName name) {
        return messages.text("document." + name.type().word(), name.number());
    }

    private static DeskPage.Near near(Messages messages, DocumentName asked, DocumentName near) {
        String words = words(messages, near);
        return new DeskPage.Near(
                near.company().equals(asked.company()) ? words : messages.text("sheet.of", words, near.company()),
                "/desk?company=" + Words.encoded(near.company()) + "&type="
                        + near.type().word() + "&number=" + Words.encoded(near.number()));
    }
}
