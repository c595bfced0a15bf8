package dev.oncemore.http.serve;

import dev.oncemore.once.Payload;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.fingerprint.MalformedJsonException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests up to a bound and computes their payload from route, query and body. JSON is compared by meaning,
 * parts by their names and contents, and everything else by bytes.
 */
final class RequestReading {
    private static final int SWALLOWED_MAX = 2 << 20;

    private final int bytesMax;
    private final Fingerprinter fingerprinter;

    RequestReading(int bytesMax) {
        this.bytesMax = bytesMax;
        fingerprinter = Fingerprinter.plain().withPayloadMaxBytes(bytesMax);
    }

    /** Reads the request so that it can be read again; empty if it is too large. */
    Optional<ReadRequest> read(HttpServletRequest request) throws IOException, ServletException {
        String type =
                request.getContentType() == null ? "" : request.getContentType().toLowerCase(Locale.ROOT);
        Collection<Part> parts = type.startsWith("multipart/form-data") ? parts(request) : null;
        if (parts != null) {
            return Optional.of(new ReadRequest(request, null, payload(ofParts(request, parts))));
        }
        if (request.getContentLengthLong() > bytesMax) {
            return Optional.empty();
        }
        // One byte more than there may be, to see that it is the end; without a length the stream's own buffer is 16
        // KB.
        long length = request.getContentLengthLong();
        byte[] body = request.getInputStream().readNBytes(length < 0 ? bytesMax + 1 : (int) length + 1);
        return body.length > bytesMax
                ? Optional.empty()
                : Optional.of(new ReadRequest(request, body, payload(ofBody(request, type, body))));
    }

    /**
     * Drains a refused request up to a bound: a container that responds before it has read everything closes the
     * connection, and the client may never see the response.
     */
    static boolean isReadToItsEnd(HttpServletRequest request) throws IOException {
        InputStream rest = request.getInputStream();
        byte[] piece = new byte[8_192];
        for (int read = 0; read < SWALLOWED_MAX; ) {
            int length = rest.read(piece);
            if (length < 0) {
                return true;
            }
            read += length;
        }
        return false;
    }

    /** The engine compares our fingerprint, so its limit on payloads never applies. */
    private static Payload payload(Fingerprint fingerprint) {
        return Payload.bytes(fingerprint.bytes());
    }

    private Fingerprint ofBody(HttpServletRequest request, String type, byte[] body) {
        // The same bytes as a form or as text are a different request.
        String target = target(request) + "\n" + type.split(";", 2)[0].strip();
        if (type.startsWith("application/json") || type.matches("application/[^;\\s]+\\+json.*")) {
            try {
                return fingerprinter.ofJson(request.getMethod(), target, body);
            } catch (MalformedJsonException e) {
                // Malformed JSON is for the servlet to report; compare it as bytes.
            }
        }
        return fingerprinter.ofBytes(request.getMethod(), target, body);
    }

    private static String target(HttpServletRequest request) {
        String query = request.getQueryString();
        return Scopes.route(request) + (query == null ? "" : "?" + query);
    }

    /** Returns the parts, which the container keeps for the servlet; null if the servlet accepts none. */
    private static @Nullable Collection<Part> parts(HttpServletRequest request) throws IOException, ServletException {
        try {
            return request.getParts();
        } catch (IllegalStateException e) {
            if (e.getCause() != null) {
                throw e;
            }
            return null;
        }
    }

    private Fingerprint ofParts(HttpServletRequest request, Collection<Part> parts) throws IOException {
        Map<String, String> fields = new HashMap<>();
        int i = 0;
        for (Part part : parts) {
            fields.put(
                    i++ + " " + part.getName(),
                    part.getSubmittedFileName() + "\n" + part.getContentType() + "\n" + hash(part));
        }
        return fingerprinter.ofFields(request.getMethod(), target(request), fields);
    }

    private static String hash(Part part) throws IOException {
        try (InputStream content = part.getInputStream()) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] piece = new byte[8_192];
            for (int length = content.read(piece); length >= 0; length = content.read(piece)) {
                digest.update(piece, 0, length);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
