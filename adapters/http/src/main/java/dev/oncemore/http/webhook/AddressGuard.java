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
 * Decides where messages may go, since the URL comes from somebody who is not trusted: to public addresses by {@code https}
 * only. A name is resolved once; all of its addresses must be allowed, and the connection goes to one of those, whatever the
 * name means a moment later.
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

    /** Looks up names. */
    @FunctionalInterface
    public interface Resolver {
        /** All addresses of a name, or the one that is written there. */
        List<InetAddress> resolve(String host) throws UnknownHostException;
    }

    /** Public addresses, by {@code https}. */
    public static AddressGuard publicOnly() {
        return new AddressGuard(
                Set.of("https"), PublicAddresses::contains, host -> List.of(InetAddress.getAllByName(host)));
    }

    /** The same, and these addresses too, by {@code http} as well: for a network of your own. */
    public AddressGuard orAddresses(Predicate<InetAddress> own) {
        return new AddressGuard(Set.of("https", "http"), allowed.or(own), resolver);
    }

    /** The same, looking names up by this. */
    public AddressGuard resolver(Resolver resolver) {
        return new AddressGuard(schemes, allowed, Objects.requireNonNull(resolver, "resolver"));
    }

    /**
     * The address to connect to.
     *
     * @throws ForbiddenTargetException when the URL, or an address of it, is not allowed
     * @throws UnknownHostException when the name has no address now
     */
    InetAddress admit(URI uri) throws UnknownHostException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        if (!schemes.contains(scheme) || host == null || uri.getRawUserInfo() != null || uri.getPort() == 0) {
            throw new ForbiddenTargetException("a webhook's URL must be " + String.join(" or ", schemes)
                    + " with a host, and without a user; this one is not");
        }
        if (isOddNumber(host)) {
            throw new ForbiddenTargetException("an address must be written as four decimal numbers; this one is not");
        }
        List<InetAddress> addresses = resolver.resolve(host);
        if (addresses.isEmpty()) {
            throw new UnknownHostException("no address for " + host);
        }
        for (InetAddress address : addresses) {
            if (!allowed.test(address)) {
                throw new ForbiddenTargetException("the host of a webhook must have public addresses only");
            }
        }
        return addresses.get(0);
    }

    /** Decimal, octal, hexadecimal and short forms, which not everybody reads alike. */
    private static boolean isOddNumber(String host) {
        boolean numeric = host.matches("(?i)(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*\\.?");
        return numeric && !host.matches("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    }
}
