package dev.oncemore.server.desk;

import dev.oncemore.server.desk.connector.ConnectorFile;
import dev.oncemore.server.desk.connector.ConnectorSpec;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Where documents go.
 *
 * @param connectors the accounting systems; the first is the usual one
 * @param companyIds their ids of companies, by our names
 */
public record DeskSettings(List<ConnectorSpec> connectors, Map<String, String> companyIds) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    /** Checks them. */
    public DeskSettings {
        if (connectors.isEmpty()) {
            throw new IllegalArgumentException("a desk needs at least one connector");
        }
        if (connectors.stream().map(ConnectorSpec::name).distinct().count() < connectors.size()) {
            throw new IllegalArgumentException("two connectors have the same name: "
                    + connectors.stream().map(ConnectorSpec::name).toList());
        }
        companyIds.forEach((company, id) -> {
            DocumentName.requireCompany(company);
            if (!ID.matcher(id).matches() || id.matches("0+")) {
                throw new IllegalArgumentException("the id of " + company + " is '" + id
                        + "', but an id is a number from 1 on, or up to 100 letters, digits and dashes");
            }
        });
        if (companyIds.values().stream().distinct().count() < companyIds.size()) {
            throw new IllegalArgumentException("two companies have the same id; each needs its own");
        }
        connectors = List.copyOf(connectors);
        companyIds = Map.copyOf(new TreeMap<>(companyIds));
    }

    /** A sandbox, with ids made out of names. */
    public static DeskSettings at(URI sandbox) {
        return new DeskSettings(List.of(sandbox(sandbox)), Map.of());
    }

    /** The connector of a sandbox: it speaks as freee does. */
    public static ConnectorSpec sandbox(URI address) {
        boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!isHttp || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + address + "' is no address of an accounting API; write http://127.0.0.1:4010");
        }
        return ConnectorFile.shipped("freee", Map.of()).toSandbox(address);
    }

    /** The accounting system's id of a company. Where none is set it is made out of the name, which is what a sandbox needs. */
    String companyId(String connector, String company) {
        String set = companyIds.get(company);
        if (set != null) {
            return set;
        }
        if (!companyIds.isEmpty() || !connector.equals("sandbox")) {
            throw new IllegalArgumentException(
                    "the company " + company + " has no id; start the server with --company-id " + company + "=ID");
        }
        CRC32 sum = new CRC32();
        company.chars().forEach(sum::update);
        return Long.toString(sum.getValue() % (Integer.MAX_VALUE - 1) + 1);
    }
}
