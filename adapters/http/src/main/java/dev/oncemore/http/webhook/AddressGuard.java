package dev.oncemore.http.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Restricts the targets of messages, because URLs come from untrusted parties: only public addresses over {@code https}
 * by default. A name is resolved once; all of its addresses must be allowed, and the connection goes to one of those,
 * even if the name resolves differently a moment later.
 */
public final class AddressGuard {
    private final Set<String> schemes;
    private final Predicate<InetAddress> allowed;
    private final Resolver resolver;

    private AddressGuard(Set<String> schemes, Predicate<InetAddress> allowed, Resolver resolver) {
        this.schemes = schemes;
        this.allowed = allowed;
        this.resolver = resolver;
    }

    /** Resolves host names. */
    @FunctionalInterface
    public interface Resolver {
        /** Returns all addresses of a name, or the literal address. */
        List<InetAddress> resolve(String host) throws UnknownHostException;
    }

    /** Allows public addresses over {@code https}. */
    public static AddressGuard publicOnly() {
        return new AddressGuard(
                Set.of("https"), PublicAddresses::contains, host -> List.of(InetAddress.getAllByName(host)));
    }

    /** Also allows these addresses, and {@code http}: for your own network. */
    public AddressGuard orAddresses(Predicate<InetAddress> own) {
        return new AddressGuard(Set.of("https", "http"), allowed.or(own), resolver);
    }

    /** A copy with this resolver. */
    public AddressGuard resolver(Resolver resolver) {
        return new AddressGuard(schemes, allowed, Objects.requireNonNull(resolver, "resolver"));
    }

    /**
     * Checks a URL as far as possible without asking a name server, for example when its owner enters it. Whenever a
     * message is sent, all addresses of its host are checked.
     *
     * @throws ForbiddenTargetException if no message could be sent to it
     */
    public void check(URI uri) {
        String host = requireForm(uri);
        if (isLiteral(host)) {
            try {
                requireAllowed(List.of(InetAddress.getAllByName(host)));
            } catch (UnknownHostException e) {
                throw new ForbiddenTargetException("the host of a webhook must be a name or an address");
            }
        }
    }

    /**
     * Returns the address to connect to.
     *
     * @throws ForbiddenTargetException if the URL or one of its addresses is not allowed
     * @throws UnknownHostException if the name currently has no address
     */
    InetAddress admit(URI uri) throws UnknownHostException {
        String host = requireForm(uri);
        List<InetAddress> addresses = resolver.resolve(host);
        if (addresses.isEmpty()) {
            throw new UnknownHostException("no address for " + host);
        }
        requireAllowed(addresses);
        return addresses.get(0);
    }

    private String requireForm(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        if (!schemes.contains(scheme) || host == null || uri.getRawUserInfo() != null || uri.getPort() == 0) {
            throw new ForbiddenTargetException(
                    "a webhook's URL must be " + String.join(" or ", schemes) + " with a host and without user info");
        }
        if (isOddNumber(host)) {
            throw new ForbiddenTargetException("an IPv4 address must have four decimal parts");
        }
        return host;
    }

    private void requireAllowed(List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            if (!allowed.test(address)) {
                throw new ForbiddenTargetException("the host of a webhook must have public addresses only");
            }
        }
    }

    /** Whether the host is an address, for which no name server is asked. */
    private static boolean isLiteral(String host) {
        return host.startsWith("[") || host.matches("[0-9.]+");
    }

    /** Decimal, octal, hexadecimal and short forms, which parsers interpret differently. */
    private static boolean isOddNumber(String host) {
        boolean numeric = host.matches("(?i)(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*\\.?");
        return numeric && !host.matches("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    }
}
