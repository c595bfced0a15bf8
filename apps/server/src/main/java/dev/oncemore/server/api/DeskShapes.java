package dev.oncemore.server.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingResult;
import dev.oncemore.desk.company.KnownCompany;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.ResendResult;
import dev.oncemore.desk.sheet.Preview;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.SheetRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sheets, their rows and files, documents and billing in JSON. Fields without a value are left out. */
final class DeskShapes {
    private DeskShapes() {}

    record SheetInfo(
            String id,
            String company,
            String type,
            String file,
            String encoding,
            String who,
            Instant createdAt,
            boolean confirmed,
            int rows,
            int underWay,
            String connector,
            boolean paused,
            @Nullable String remaining,
            Map<String, Integer> states,
            String total,
            List<String> warnings) {}

    record CompanyList(List<CompanyInfo> companies) {}

    record CompanyInfo(
            String name, @Nullable String who, @Nullable Instant createdAt, boolean used, int unsentSheets) {
        static CompanyInfo of(KnownCompany company) {
            return new CompanyInfo(
                    company.name(),
                    company.who().isEmpty() ? null : company.who(),
                    company.at(),
                    company.isUsed(),
                    company.unsent());
        }
    }

    record CompanyName(String name) {}

    record RowPage(List<RowInfo> rows, @Nullable Integer next) {}

    record RowInfo(
            int row,
            String state,
            String reason,
            String message,
            String documentId,
            String key,
            @Nullable Instant sentAt,
            Map<String, String> cells) {
        static RowInfo of(Sheet sheet, SheetRow row) {
            Map<String, String> cells = new LinkedHashMap<>();
            row.cells().forEach((column, value) -> cells.put(column.word(), value));
            String key = row.document().isEmpty()
                    ? ""
                    : new DocumentName(sheet.company(), sheet.type(), row.document())
                            .key()
                            .value();
            return new RowInfo(
                    row.row(),
                    row.state().word(),
                    row.reason().word(),
                    row.message(),
                    row.documentId(),
                    key,
                    row.sentAt(),
                    cells);
        }
    }

    /** Yes or no first. */
    record DocumentInfo(
            boolean created,
            String answer,
            String code,
            String key,
            @Nullable Instant when,
            @Nullable String who,
            @Nullable String id,
            @Nullable String link,
            @Nullable String error,
            @Nullable List<NearInfo> near) {
        static DocumentInfo of(DocumentName name, DocumentStatus status, List<DocumentName> near) {
            return new DocumentInfo(
                    status.isCreated(),
                    status.code().words(),
                    status.code().word(),
                    name.key().value(),
                    status.when(),
                    status.when() == null ? null : status.who(),
                    given(status.id()),
                    given(status.link()),
                    given(status.error()),
                    near.isEmpty() ? null : near.stream().map(NearInfo::of).toList());
        }
    }

    /** A document like the one that was asked for. */
    record NearInfo(String company, String type, String number) {
        static NearInfo of(DocumentName name) {
            return new NearInfo(name.company(), name.type().word(), name.number());
        }
    }

    record ReadingInfo(
            String sheet,
            List<String> sheets,
            String encoding,
            String delimiter,
            int header,
            String dates,
            String numbers,
            @JsonProperty("check_created") boolean checkCreated,
            boolean complete,
            List<String> headings,
            Map<String, Integer> columns,
            List<PreviewRow> rows,
            List<QuestionInfo> questions,
            List<DocumentTotalInfo> documents) {
        static ReadingInfo of(
                Reading reading, Preview preview, List<Question> questions, List<SheetImport.DocumentTotal> documents) {
            Map<String, Integer> columns = new LinkedHashMap<>();
            reading.places().forEach((column, place) -> columns.put(column.word(), place + 1));
            return new ReadingInfo(
                    reading.sheet(),
                    preview.sheets(),
                    reading.encoding(),
                    ReadOptions.word(reading.delimiter()),
                    reading.headingsRow(),
                    reading.dates().word(),
                    reading.numbers().word(),
                    reading.checksCreated(),
                    reading.isComplete(),
                    preview.headings(),
                    columns,
                    preview.rows().stream()
                            .map(row -> new PreviewRow(row.number(), row.cells(), Preview.understood(row, reading)))
                            .toList(),
                    questions.stream()
                            .map(question -> QuestionInfo.of(question, reading))
                            .toList(),
                    documents.stream()
                            .map(one -> new DocumentTotalInfo(one.number(), one.lines(), one.amount()))
                            .toList());
        }
    }

    /** The texts of a row, and what was understood of them where that is something else. */
    record PreviewRow(int row, List<String> cells, List<String> understood) {}

    record DocumentTotalInfo(
            String number, int lines, @Nullable BigDecimal amount) {}

    record QuestionInfo(
            String code,
            String words,
            List<Integer> rows,
            int count,
            Map<String, String> facts,
            List<String> choices,
            boolean required,
            @Nullable String answer) {
        static QuestionInfo of(Question question, Reading reading) {
            return new QuestionInfo(
                    question.code().word(),
                    question.words(),
                    question.rows(),
                    question.count(),
                    question.facts(),
                    question.code().choices(),
                    question.code().isRequired(),
                    reading.answers().get(question.code()));
        }
    }

    record ConnectorList(List<String> connectors) {}

    record ResentRows(int rows, int documents, int skippedRows, Map<Integer, String> skipped) {
        static ResentRows of(ResendResult result) {
            return new ResentRows(result.rows(), result.documents(), result.skippedRows(), result.reasons());
        }
    }

    record PauseState(boolean paused) {}

    record WithdrawnRows(int rows) {}

    record RowLogPage(List<RowLogLine> lines, @Nullable String next) {}

    record RowLogLine(
            String event,
            Instant timestamp,
            String who,
            String docType,
            int rowNumber,
            String idempotencyKey,
            int revision,
            @Nullable Integer attempt,
            @Nullable Integer httpStatus,
            @Nullable String documentId,
            @Nullable String change,
            @Nullable String error) {
        static RowLogLine of(RowLogEntry line) {
            boolean isChange = line.event() == RowEvent.ROW_EDITED || line.event() == RowEvent.ROW_RESENT;
            return new RowLogLine(
                    line.event().word(),
                    line.at(),
                    line.who(),
                    line.docType(),
                    line.row(),
                    line.key(),
                    line.revision(),
                    line.attempt() > 0 ? line.attempt() : null,
                    line.httpStatus() > 0 ? line.httpStatus() : null,
                    given(line.documentId()),
                    isChange ? given(line.words()) : null,
                    isChange ? null : given(line.words()));
        }
    }

    record PlanList(List<PlanInfo> plans, @Nullable String next) {}

    record PlanInfo(
            String company,
            String customer,
            String type,
            String partner,
            String description,
            BigDecimal quantity,
            @JsonProperty("unit_price") BigDecimal unitPrice,
            @JsonProperty("tax_rate") BigDecimal taxRate) {
        static PlanInfo of(BillingPlan plan) {
            return new PlanInfo(
                    plan.company(),
                    plan.customer(),
                    plan.type().word(),
                    plan.partner(),
                    plan.description(),
                    plan.quantity(),
                    plan.unitPrice(),
                    plan.taxRate());
        }
    }

    record Removed(boolean removed) {}

    record PeriodList(List<PeriodInfo> periods, @Nullable String next) {}

    record PeriodInfo(
            String company, String customer, LocalDate start, LocalDate end, String number, String sheet, Instant at) {
        static PeriodInfo of(BillingResult.Period period) {
            return new PeriodInfo(
                    period.company(),
                    period.customer(),
                    period.start(),
                    period.end(),
                    period.number(),
                    period.sheet(),
                    period.at());
        }
    }

    record BillingRun(int documents, int billedBefore, List<String> sheets) {}

    private static @Nullable String given(String text) {
        return text.isEmpty() ? null : text;
    }
}
