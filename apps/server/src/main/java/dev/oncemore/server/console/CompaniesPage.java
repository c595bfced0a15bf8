package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.line;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.CompanyService;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** The companies of the desk, where an administrator renames or removes one that was added by mistake. */
public final class CompaniesPage {
    private final CompanyService companies;
    private final Acts acts;

    /** A page for these companies. */
    public CompaniesPage(CompanyService companies, Acts acts) {
        this.companies = companies;
        this.acts = acts;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/desk/companies",
                context -> Templates.show(
                        context, "companies", Page.translated(context, "companies.title"), companies.list()),
                Role.ADMIN);
        routes.post("/desk/companies/rename", this::rename, Role.ADMIN);
        routes.post("/desk/companies/remove", this::remove, Role.ADMIN);
    }

    private void rename(Context context) {
        acts.run(companies.rename(line(context, "company"), line(context, "name"), who(context)));
        context.redirect("/desk/companies?done=renamed");
    }

    private void remove(Context context) {
        acts.run(companies.remove(line(context, "company"), who(context)));
        context.redirect("/desk/companies?done=removed");
    }
}
