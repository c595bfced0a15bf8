package dev.oncemore.server.desk;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Where documents go.
 *
 * @param address the accounting API in the shape that the sandbox has
 * @param companyIds the API's ids of companies, by our names
 */
public record DeskSettings(URI address, Map<String, Integer> companyIds) {
    /** Checks them. */
    public DeskSettings {
        boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!isHttp || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + address + "' is no address of an accounting API; write http://127.0.0.1:4010");
        }
        companyIds.forEach((company, id) -> {
            DocumentName.requireCompany(company);
            if (id < 1) {
                throw new IllegalArgumentException("the id of " + company + " is " + id + ", but ids are from 1 on");
            }
        });
        if (companyIds.values().stream().distinct().count() < companyIds.size()) {
            throw new IllegalArgumentException("two companies have the same id; each needs its own");
        }
        companyIds = Map.copyOf(new TreeMap<>(companyIds));
    }

    /** This API, with ids made out of names. */
    public static DeskSettings at(URI address) {
        return new DeskSettings(address, Map.of());
    }

    /** The API's id of a company. Where none is set it is made out of the name, which is what a sandbox needs. */
    int companyId(String company) {
        Integer set = companyIds.get(company);
        if (set != null) {
            return set;
        }
        if (!companyIds.isEmpty()) {
            throw new IllegalArgumentException(
                    "the company " + company + " has no id; start the server with --company-id " + company + "=ID");
        }
        CRC32 sum = new CRC32();
        company.chars().forEach(sum::update);
        return (int) (sum.getValue() % (Integer.MAX_VALUE - 1)) + 1;
    }
}
