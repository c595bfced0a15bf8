package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/** Parses addresses of accounting systems: https, or http on this machine. */
final class Addresses {
    private Addresses() {}

    static URI of(YamlPart part) {
        try {
            return of(part.text());
        } catch (IllegalArgumentException e) {
            throw part.wrong("an address such as https://api.example.com/v1 (http only on this machine)");
        }
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException when it is invalid, or would send secrets unencrypted
     */
    static URI of(String text) {
        URI address = URI.create(text);
        boolean isSafe = "https".equals(address.getScheme())
                || ("http".equals(address.getScheme()) && isHere(String.valueOf(address.getHost())));
        if (!isSafe || address.getHost() == null || address.getQuery() != null || address.getUserInfo() != null) {
            throw new IllegalArgumentException("'" + text + "' is not an address of an accounting API");
        }
        return address;
    }

    private static boolean isHere(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
