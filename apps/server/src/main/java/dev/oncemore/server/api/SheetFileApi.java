package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.DateOrder;
import dev.oncemore.desk.sheet.Download;
import dev.oncemore.desk.sheet.NumberStyle;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.ReadingInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Attachments;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The endpoints for the files of sheets: how they were read, and what they are given back as. */
final class SheetFileApi {
    private static final Set<String> COLUMNS =
            Arrays.stream(Column.values()).map(Column::word).collect(Collectors.toCollection(LinkedHashSet::new));

    private static final String CHECK_CREATED = "true finds documents that were created within the last seven days.";

    private final SheetService sheetService;

    SheetFileApi(SheetService sheetService) {
        this.sheetService = sheetService;
    }

    void addTo(ApiRoutes api) {
        api.get(
                        "/api/sheets/{id}/reading",
                        Role.STAFF,
                        "sheetReading",
                        "Shows how the file was read, with its first ten rows.")
                .answers(ReadingInfo.class)
                .by(this::show);
        api.put(
                        "/api/sheets/{id}/reading",
                        Role.STAFF,
                        "readSheetAgain",
                        "Reads the file again before it is confirmed; corrections are lost.")
                .takes(readOptions()
                        .with("check_created", Fields.flag(CHECK_CREATED))
                        .with(
                                "columns",
                                Fields.any("For each column its heading, or its place from 1; kept for the company.")))
                .answers(ReadingInfo.class)
                .by(this::change);
        Fields answers = new Fields();
        for (Question.Code code : Question.Code.values()) {
            answers.with(code.word(), Fields.choice(code.choices()));
        }
        api.put(
                        "/api/sheets/{id}/answers",
                        Role.STAFF,
                        "answerQuestions",
                        "Answers questions about a sheet before it is confirmed, or that a correction raised after that.")
                .takes(answers)
                .answers(ReadingInfo.class)
                .by(this::answer);
        api.get(
                        "/api/sheets/{id}/download",
                        Role.STAFF,
                        "downloadSheet",
                        "The file with the columns status, document_id, message and sent_at; or only rows that were not created.")
                .query("only", Fields.choice(List.of("failed")))
                .answersFile(Download.WORKBOOK, Download.CSV)
                .by(this::download);
    }

    /** How a file is to be read; what is left out is detected. */
    static Fields readOptions() {
        return new Fields()
                .with("sheet", Fields.text("Which sheet of a workbook."))
                .with("encoding", Fields.text("Of CSV, such as UTF-8 or windows-31j."))
                .with("delimiter", Fields.choice(List.of("comma", "semicolon", "tab", "bar")))
                .with("header", Fields.number(1, 1_000))
                .with(
                        "dates",
                        Fields.choice(Arrays.stream(DateOrder.values())
                                .map(DateOrder::word)
                                .toList()))
                .with(
                        "numbers",
                        Fields.choice(Arrays.stream(NumberStyle.values())
                                .map(NumberStyle::word)
                                .toList()))
                .with("check_created", Fields.text(CHECK_CREATED))
                .with("answers", Fields.text("Answers to questions, such as tax=percent hidden=send."));
    }

    private ReadingInfo show(Context context) {
        String id = context.pathParam("id");
        Sheet sheet = sheetService.sheet(id);
        return ReadingInfo.of(
                sheet.reading(),
                sheetService.imports().preview(id),
                sheetService.imports().questions(id),
                sheetService.imports().documents(sheet));
    }

    private ReadingInfo change(Context context) {
        JsonNode body = Answers.body(context);
        JsonNode columns = body.path("columns");
        Answers.requireKnown("column", columns.propertyNames(), COLUMNS);
        String id = context.pathParam("id");
        ReadOptions options = ReadOptions.of(name -> body.has(name)
                ? body.path(name).asString("")
                : columns.path(name).asString(""));
        sheetService
                .imports()
                .readAgain(
                        sheetService.sheet(id),
                        options,
                        Authenticator.of(context).name());
        return show(context);
    }

    private ReadingInfo answer(Context context) {
        JsonNode body = Answers.body(context);
        List<String> answers = new ArrayList<>();
        body.properties()
                .forEach(entry ->
                        answers.add(entry.getKey() + "=" + entry.getValue().asString("")));
        sheetService
                .imports()
                .answer(
                        sheetService.sheet(context.pathParam("id")),
                        Question.answers(String.join(" ", answers)),
                        Authenticator.of(context).name());
        return show(context);
    }

    private void download(Context context) {
        String only = context.queryParam("only");
        if (only != null && !only.equals("failed")) {
            throw Refusal.wrong("'only' is '" + only + "', but can be 'failed' and nothing else");
        }
        Attachments.send(
                context,
                sheetService.download(
                        context.pathParam("id"),
                        only != null,
                        Authenticator.of(context).name()));
    }
}
