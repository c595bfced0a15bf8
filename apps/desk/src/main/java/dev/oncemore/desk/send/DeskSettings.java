package dev.oncemore.desk.send;

import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.time.Durations;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
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
 * @param billingZone whose midnight ends a month for billing
 * @param filesKept how long files are kept as they came
 */
public record DeskSettings(
        List<ConnectorSpec> connectors, Map<String, String> companyIds, ZoneId billingZone, Duration filesKept) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private static final Duration KEPT = Duration.ofDays(90);
    private static final Duration KEPT_MIN = Duration.ofDays(1);
    private static final Duration KEPT_MAX = Duration.ofDays(3_650);

    /** Checks them. */
    public DeskSettings {
        if (connectors.isEmpty()) {
            throw new IllegalArgumentException("at least one connector is needed");
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
        requireKept(filesKept);
        connectors = List.copyOf(connectors);
        companyIds = Map.copyOf(new TreeMap<>(companyIds));
    }

    /** Months end in UTC, and files are kept for 90 days. */
    public DeskSettings(List<ConnectorSpec> connectors, Map<String, String> companyIds) {
        this(connectors, companyIds, ZoneOffset.UTC, KEPT);
    }

    /** The same with months that end there. */
    public DeskSettings billingZone(ZoneId zone) {
        return new DeskSettings(connectors, companyIds, zone, filesKept);
    }

    /** The same with files that are kept so long. */
    public DeskSettings filesKept(Duration kept) {
        return new DeskSettings(connectors, companyIds, billingZone, kept);
    }

    /** Reads a time zone: {@code Asia/Tokyo}. */
    public static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "there is no time zone '" + text + "'; write one such as Asia/Tokyo, Europe/Berlin or UTC", e);
        }
    }

    /** Reads how long files are kept: {@code 90d}. */
    public static Duration kept(String text) {
        return requireKept(Durations.parse(text.strip()));
    }

    private static Duration requireKept(Duration kept) {
        if (kept.compareTo(KEPT_MIN) < 0 || kept.compareTo(KEPT_MAX) > 0) {
            throw new IllegalArgumentException("the retention of files is " + Durations.format(kept) + ", but "
                    + Durations.format(KEPT_MIN) + " to " + Durations.format(KEPT_MAX) + " are allowed");
        }
        return kept;
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
                    "'" + address + "' is not an address of an accounting API; write http://127.0.0.1:4010");
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
