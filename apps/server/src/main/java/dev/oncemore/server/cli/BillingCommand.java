package dev.oncemore.server.cli;

import dev.oncemore.desk.sheet.Plural;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code oncemore desk billing}: what customers are billed each month. */
@Command(
        name = "billing",
        mixinStandardHelpOptions = true,
        description = "Bill customers each month, each once.",
        synopsisSubcommandLabel = "(plans | set | remove | run | billed)",
        subcommands = {
            BillingCommand.Plans.class,
            BillingCommand.SetPlan.class,
            BillingCommand.Remove.class,
            BillingCommand.Run.class,
            BillingCommand.Billed.class
        })
final class BillingCommand extends CommandGroup {
    private BillingCommand() {}

    @Command(name = "plans", mixinStandardHelpOptions = true, description = "List the plans.")
    static final class Plans extends ApiCommand {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.all("/api/billing/plans", "plans");
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (answer.path("plans").isEmpty()) {
                out.println("no plans; add one with: oncemore desk billing set COMPANY CUSTOMER …");
                return;
            }
            Columns columns =
                    new Columns("company", "customer", "type", "partner", "what", "quantity", "unit price", "tax");
            answer.path("plans")
                    .forEach(plan -> columns.row(
                            text(plan, "company"),
                            text(plan, "customer"),
                            text(plan, "type"),
                            text(plan, "partner"),
                            text(plan, "description"),
                            text(plan, "quantity"),
                            text(plan, "unit_price"),
                            text(plan, "tax_rate")));
            columns.print(out);
        }
    }

    /** A command on the plan of one customer. */
    abstract static class OfCustomer extends ApiCommand {
        @Parameters(index = "0", paramLabel = "COMPANY", description = "Whose documents they are, such as comp1.")
        private String company;

        @Parameters(index = "1", paramLabel = "CUSTOMER", description = "A short name, such as c-17.")
        private String customer;

        String path() {
            return "/api/billing/plans/" + ApiClient.encoded(company) + "/" + ApiClient.encoded(customer);
        }

        String customer() {
            return customer;
        }
    }

    @Command(name = "set", mixinStandardHelpOptions = true, description = "Set what a customer is billed each month.")
    static final class SetPlan extends OfCustomer {
        @Option(names = "--partner", paramLabel = "NAME", required = true, description = "As the document names them.")
        private String partner;

        @Option(names = "--description", paramLabel = "TEXT", required = true, description = "What it is about.")
        private String description;

        @Option(names = "--quantity", paramLabel = "N", defaultValue = "1", description = "How many (1).")
        private BigDecimal quantity;

        @Option(
                names = "--unit-price",
                paramLabel = "AMOUNT",
                required = true,
                description = "The price of one, without tax.")
        private BigDecimal unitPrice;

        @Option(names = "--tax-rate", paramLabel = "PERCENT", required = true, description = "The tax in percent.")
        private BigDecimal taxRate;

        @Option(
                names = "--type",
                paramLabel = "TYPE",
                defaultValue = "invoice",
                description = "invoice or delivery (invoice).")
        private String type;

        @Option(names = "--new-company", description = "The company is new; without this only known ones are accepted.")
        private boolean isNewCompany;

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("type", type);
            if (isNewCompany) {
                body.put("new_company", true);
            }
            body.put("partner", partner);
            body.put("description", description);
            body.put("quantity", quantity.toPlainString());
            body.put("unit_price", unitPrice.toPlainString());
            body.put("tax_rate", taxRate.toPlainString());
            return api.put(path(), body);
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println(customer() + " is billed each month: " + quantity.toPlainString() + " x "
                    + unitPrice.toPlainString() + " for " + text(answer, "description"));
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Remove the plan of a customer.")
    static final class Remove extends OfCustomer {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.delete(path());
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println(customer() + " is not billed any more");
        }
    }

    /** A command on a month. */
    abstract static class OfMonth extends ApiCommand {
        @Parameters(paramLabel = "MONTH", description = "As 2026-01.")
        private String month;

        String path() {
            return "/api/billing/periods/" + ApiClient.encoded(month);
        }

        String month() {
            return month;
        }
    }

    @Command(
            name = "run",
            mixinStandardHelpOptions = true,
            description = "Bill every customer who was not billed for a month yet. It can be run again safely.")
    static final class Run extends OfMonth {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.post(path() + "/run", Map.of());
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println(Plural.of(answer.path("documents").asLong(), "document") + " for " + month() + ", "
                    + text(answer, "billedBefore") + " billed before");
            answer.path("sheets").forEach(sheet -> out.println("sheet " + sheet.asString("")));
        }
    }

    @Command(name = "billed", mixinStandardHelpOptions = true, description = "List who was billed for a month.")
    static final class Billed extends OfMonth {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.all(path(), "periods");
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (answer.path("periods").isEmpty()) {
                out.println("nobody was billed for " + month());
                return;
            }
            Columns columns = new Columns("company", "customer", "from", "to", "number", "sheet", "when");
            answer.path("periods")
                    .forEach(period -> columns.row(
                            text(period, "company"),
                            text(period, "customer"),
                            text(period, "start"),
                            text(period, "end"),
                            text(period, "number"),
                            text(period, "sheet"),
                            text(period, "at")));
            columns.print(out);
        }
    }
}
