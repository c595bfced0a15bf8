package dev.oncemore.http.webhook;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Publicly routable addresses: excludes loopback, private networks, cloud metadata, documentation and tunnels. */
final class PublicAddresses {
    private static final List<Block> NOT_PUBLIC = List.of(
            block("0.0.0.0", 8),
            block("10.0.0.0", 8),
            block("100.64.0.0", 10),
            block("127.0.0.0", 8),
            block("169.254.0.0", 16),
            block("172.16.0.0", 12),
            block("192.0.0.0", 24),
            block("192.0.2.0", 24),
            block("192.88.99.0", 24),
            block("192.168.0.0", 16),
            block("198.18.0.0", 15),
            block("198.51.100.0", 24),
            block("203.0.113.0", 24),
            block("224.0.0.0", 3));
    private static final List<Block> NOT_PUBLIC_6 =
            List.of(block("2001::", 23), block("2001:db8::", 32), block("2002::", 16), block("3fff::", 20));
    /** The allocated global range; addresses that embed or translate IPv4 are outside it or listed above. */
    private static final Block GLOBAL_6 = block("2000::", 3);

    private PublicAddresses() {}

    static boolean contains(InetAddress address) {
        if (address instanceof Inet4Address) {
            return NOT_PUBLIC.stream().noneMatch(block -> block.contains(address));
        }
        // An address with a scope, as in fe80::1%eth0, is not public.
        return address instanceof Inet6Address six
                && six.getScopeId() == 0
                && GLOBAL_6.contains(address)
                && NOT_PUBLIC_6.stream().noneMatch(block -> block.contains(address));
    }

    private static Block block(String address, int bits) {
        try {
            return new Block(InetAddress.getByName(address).getAddress(), bits);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(address + " is not a valid address", e);
        }
    }

    /** All addresses with a common prefix. */
    private static final class Block {
        private final byte[] start;
        private final int bits;

        Block(byte[] start, int bits) {
            this.start = start;
            this.bits = bits;
        }

        boolean contains(InetAddress address) {
            byte[] bytes = address.getAddress();
            int whole = bits / 8;
            if (bytes.length != start.length || !Arrays.equals(bytes, 0, whole, start, 0, whole)) {
                return false;
            }
            int rest = bits % 8;
            return rest == 0 || (bytes[whole] ^ start[whole]) >> (8 - rest) == 0;
        }
    }
}
