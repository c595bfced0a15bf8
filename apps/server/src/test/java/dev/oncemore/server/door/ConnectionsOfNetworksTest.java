package dev.oncemore.server.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.Test;

/** An IPv6 client can connect from as many addresses as it likes; a machine that runs tests has only one, so these have no socket. */
class ConnectionsOfNetworksTest {
    private final ConnectionLimits limits = new ConnectionLimits(new VirtualTime());

    /** A connection from an address. */
    private static final class From extends AbstractConnection {
        From(InetSocketAddress client) {
            super(
                    new ByteArrayEndPoint() {
                        @Override
                        public SocketAddress getRemoteSocketAddress() {
                            return client;
                        }
                    },
                    Runnable::run);
        }

        @Override
        public void onFillable() {}
    }

    private From open(String address) throws UnknownHostException {
        From connection = new From(new InetSocketAddress(InetAddress.getByName(address), 1));
        limits.onOpened(connection);
        return connection;
    }

    @Test
    void allAddressesOfANetworkAreOneClient() throws Exception {
        From first = open("2001:db8:0:1::");
        for (int i = 1; i < ConnectionLimits.PER_CLIENT_MAX; i++) {
            assertThat(open("2001:db8:0:1:" + Integer.toHexString(i) + "::1")
                            .getEndPoint()
                            .isOpen())
                    .isTrue();
        }
        From tooMany = open("2001:db8:0:1:ffff:ffff:ffff:ffff");
        assertThat(tooMany.getEndPoint().isOpen()).isFalse();
        assertThat(open("2001:db8:0:2::1").getEndPoint().isOpen())
                .as("another network")
                .isTrue();
        assertThat(open("203.0.113.7").getEndPoint().isOpen()).as("IPv4").isTrue();
        limits.onClosed(tooMany);
        limits.onClosed(first);
        assertThat(open("2001:db8:0:1::7").getEndPoint().isOpen())
                .as("in place of one that was closed")
                .isTrue();
    }
}
