package dev.oncemore.server.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Addresses and networks that a setting names. */
public final class Networks {
    /** No network. */
    public static final Networks NONE = new Networks(List.of());

    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    /** The JDK would look up other texts of digits and dots as names. */
    private static final Pattern LITERAL =
            Pattern.compile(BYTE + "(\\." + BYTE + "){3}|[0-9a-fA-F:.]{0,45}:[0-9a-fA-F:.]{0,45}");

    private final List<Network> networks;

    private Networks(List<Network> networks) {
        this.networks = List.copyOf(networks);
    }

    private record Network(InetAddress start, int bits) {
        boolean contains(InetAddress address) {
            byte[] wanted = start.getAddress();
            byte[] bytes = address.getAddress();
            int whole = bits / 8;
            int rest = bits % 8;
            return bytes.length == wanted.length
                    && Arrays.equals(bytes, 0, whole, wanted, 0, whole)
                    && (rest == 0 || (bytes[whole] & 0xff) >> (8 - rest) == (wanted[whole] & 0xff) >> (8 - rest));
        }
    }

    /**
     * Reads addresses and networks with commas between them: {@code 10.1.2.3,192.168.0.0/16}.
     *
     * @throws IllegalArgumentException if one of them is neither
     */
    public static Networks parse(String text) {
        return new Networks(Stream.of(text.split(",", -1))
                .map(String::strip)
                .map(Networks::network)
                .toList());
    }

    private static Network network(String text) {
        String[] parts = text.split("/", 2);
        InetAddress start = address(parts[0]);
        int most = start == null ? 0 : start.getAddress().length * 8;
        boolean isFine = start != null && (parts.length == 1 || parts[1].matches("[0-9]{1,3}"));
        int bits = isFine && parts.length == 2 ? Integer.parseInt(parts[1]) : most;
        if (start == null || !isFine || bits > most) {
            throw new IllegalArgumentException("'" + text
                    + "' is not an address or network; write such as 10.1.2.3 or 192.168.0.0/16, with commas"
                    + " between several");
        }
        return new Network(start, bits);
    }

    /** Parses an address without a DNS look-up; null if it is not an address. Drops the zone of a link-local one. */
    static @Nullable InetAddress address(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = bare.indexOf('%');
        String literal = zone > 0 && bare.indexOf(':') >= 0 ? bare.substring(0, zone) : bare;
        if (!LITERAL.matcher(literal).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Whether there is any. */
    public boolean isAny() {
        return !networks.isEmpty();
    }

    /** Whether an address is in one of them. */
    public boolean contains(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
