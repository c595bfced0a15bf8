package dev.oncemore.server.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/** Maps an address to the client that it is counted for. */
public final class ClientAddress {
    private static final int NETWORK_GROUPS = 4;

    private ClientAddress() {}

    /** The address; of IPv6 the network, since a client may choose among all addresses of its own. */
    public static String of(String address) {
        InetAddress parsed = Networks.address(address);
        return parsed == null ? address : of(parsed);
    }

    /** As above, of an address that was read already. */
    public static String of(InetAddress address) {
        // The JDK writes all eight groups.
        String text = address.getHostAddress();
        return address instanceof Inet6Address
                ? String.join(":", List.of(text.split(":")).subList(0, NETWORK_GROUPS)) + "::/64"
                : text;
    }
}
