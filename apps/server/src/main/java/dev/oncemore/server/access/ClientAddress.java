package dev.oncemore.server.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** Maps an address to the client that it is counted for. */
final class ClientAddress {
    private static final int NETWORK_BYTES = 8;

    private ClientAddress() {}

    /** The address; of IPv6 the network, since a client may choose among all addresses of its own. */
    static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            // A literal: nothing is looked up.
            InetAddress parsed = InetAddress.getByName(address);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES)) + "::/64"
                    : parsed.getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
