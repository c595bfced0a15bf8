package dev.oncemore.server.api;

import dev.oncemore.desk.CompanyService;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.CompanyInfo;
import dev.oncemore.server.api.DeskShapes.CompanyList;
import dev.oncemore.server.api.DeskShapes.CompanyName;
import dev.oncemore.server.api.DeskShapes.Removed;
import dev.oncemore.server.web.Answers;
import io.javalin.http.Context;

/** The endpoints of companies. */
public final class CompanyApi {
    private final CompanyService companies;

    /** Endpoints for these companies. */
    public CompanyApi(CompanyService companies) {
        this.companies = companies;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get("/api/companies", Role.STAFF, "companies", "Lists the companies that are known.")
                .answers(CompanyList.class)
                .by(context -> new CompanyList(
                        companies.list().stream().map(CompanyInfo::of).toList()));
        api.put(
                        "/api/companies/{company}",
                        Role.ADMIN,
                        "renameCompany",
                        "Renames a company under which nothing was sent.")
                .takes(new Fields().require("name", Fields.text("Its new name.", 1, 60)))
                .answers(CompanyName.class)
                .acts(this::rename);
        api.delete(
                        "/api/companies/{company}",
                        Role.ADMIN,
                        "removeCompany",
                        "Removes a company under which nothing was sent, with its sheets.")
                .answers(Removed.class)
                .acts(this::remove);
    }

    private Act<CompanyName> rename(Context context) {
        String name = Answers.body(context).path("name").asString("");
        return companies
                .rename(
                        context.pathParam("company"),
                        name,
                        Authenticator.of(context).name())
                .map(done -> new CompanyName(name));
    }

    private Act<Removed> remove(Context context) {
        return companies
                .remove(context.pathParam("company"), Authenticator.of(context).name())
                .map(Removed::new);
    }
}
