package dev.oncemore.server.console;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.UploadForm;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a form that asks for a company: one of those that exist, or a new one on purpose.
 *
 * @param known those that exist
 * @param chosen what was chosen before; empty when nothing was
 * @param doubt why it was not accepted; null when it was
 */
public record CompanyField(List<String> known, String chosen, Companies.@Nullable Doubt doubt) {
    /** The choice of a new company; no company is called so. */
    private static final String NEW = "+";

    static CompanyField of(Companies companies, String chosen) {
        List<String> known = companies.names();
        return new CompanyField(known, chosen.isEmpty() && known.size() == 1 ? known.get(0) : chosen, null);
    }

    CompanyField doubting(Companies.Doubt why) {
        return new CompanyField(known, chosen, why);
    }

    /** Whether a person chose it among those that exist. */
    public boolean isKnown() {
        return known.contains(chosen);
    }

    /** Whether a person typed one that does not exist. */
    public boolean isNew() {
        return !chosen.isEmpty() && !isKnown();
    }

    /** What a form says: the company that was meant after all, the chosen one, or a new one. */
    static String in(Context context) {
        String meant = Forms.line(context, "meant");
        String company = Forms.line(context, "company");
        return !meant.isEmpty() ? meant : company.equals(NEW) ? Forms.line(context, "other_company") : company;
    }

    /** Why it should not be accepted. */
    static Optional<Companies.Doubt> doubt(Companies companies, Context context) {
        String company = in(context);
        if (company.isEmpty()) {
            throw Refusal.wrong("'company' is missing");
        }
        return companies.doubt(company, ifNew(context));
    }

    /** A new one that is like no other was typed on purpose. */
    static Companies.IfNew ifNew(Context context) {
        boolean isTyped = Forms.line(context, "company").equals(NEW);
        return isTyped && !UploadForm.isTrue(context, "new_company")
                ? Companies.IfNew.ADD_UNLESS_NEAR
                : Companies.IfNew.of(UploadForm.isTrue(context, "new_company"));
    }
}
