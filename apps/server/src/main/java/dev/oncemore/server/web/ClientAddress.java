package dev.oncemore.server.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/** Maps an address to the client that it is counted for. */
public final class ClientAddress {
    private static final int NETWORK_GROUPS = 4;

    private ClientAddress() {}

    /** An IPv4 address as it is; an IPv6 address as its /64 network, in which a client can choose any address. */
    public static String of(String address) {
        InetAddress parsed = Networks.address(address);
        return parsed == null ? address : of(parsed);
    }

    /** As above, for a parsed address. */
    public static String of(InetAddress address) {
        // The JDK writes all eight groups.
        String text = address.getHostAddress();
        return address instanceof Inet6Address
                ? String.join(":", List.of(text.split(":")).subList(0, NETWORK_GROUPS)) + "::/64"
                : text;
    }
}
