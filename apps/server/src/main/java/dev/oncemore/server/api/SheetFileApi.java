package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Preview;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Attachments;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The endpoints for the files of sheets: how they were read, and what they are given back as. */
final class SheetFileApi {
    private static final Set<String> COLUMNS =
            Arrays.stream(Column.values()).map(Column::word).collect(Collectors.toCollection(LinkedHashSet::new));

    private final SheetService sheetService;

    SheetFileApi(SheetService sheetService) {
        this.sheetService = sheetService;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/api/sheets/{id}/reading", this::show, Role.STAFF);
        routes.put("/api/sheets/{id}/reading", this::change, Role.STAFF);
        routes.get("/api/sheets/{id}/download", this::download, Role.STAFF);
    }

    private void show(Context context) {
        String id = context.pathParam("id");
        Reading reading = sheetService.sheet(id).reading();
        Preview preview = sheetService.imports().preview(id);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sheet", reading.sheet());
        fields.put("sheets", preview.sheets());
        fields.put("encoding", reading.encoding());
        fields.put("delimiter", ReadOptions.word(reading.delimiter()));
        fields.put("header", reading.headingsRow());
        fields.put("dates", reading.dates().word());
        fields.put("numbers", reading.numbers().word());
        fields.put("check_created", reading.checksCreated());
        fields.put("complete", reading.isComplete());
        fields.put("headings", preview.headings());
        Map<String, Integer> columns = new LinkedHashMap<>();
        reading.places().forEach((column, place) -> columns.put(column.word(), place + 1));
        fields.put("columns", columns);
        fields.put(
                "rows",
                preview.rows().stream()
                        .map(row -> Map.of("row", row.number(), "cells", row.cells()))
                        .toList());
        Answers.json(context, fields);
    }

    private void change(Context context) {
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
        show(context);
    }

    private void download(Context context) {
        String only = context.queryParam("only");
        if (only != null && !only.equals("failed")) {
            throw Refusal.wrong("'only' is '" + only + "', but can be 'failed' and nothing else");
        }
        Attachments.send(context, sheetService.download(context.pathParam("id"), only != null));
    }
}
