package dev.oncemore.server.tls;

import dev.oncemore.operations.Recurrence;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificate for new connections. Its files are checked every 30 seconds; a new pair is used from then on, and open
 * connections are not cut. A pair that does not fit, such as one that is half written, is reported and the old one stays.
 */
public final class RenewedCertificate implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final PemFiles files;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private int used;
    private int refused;
    private @Nullable Recurrence recurrence;

    private RenewedCertificate(PemFiles files) {
        this.files = files;
    }

    /**
     * Reads the files, and watches them until it is closed.
     *
     * @throws IllegalArgumentException if they are not a pair
     */
    public static RenewedCertificate watch(PemFiles files, Executor executor, Time time) {
        RenewedCertificate certificate = new RenewedCertificate(files);
        certificate.used = files.contentHash();
        certificate.use(certificate.context, files.load());
        certificate.recurrence =
                Recurrence.start("checking the certificate", INTERVAL, certificate::look, executor, time);
        return certificate;
    }

    /** A connector that serves HTTP over TLS with this certificate. */
    public Connector connector(Server jetty, HttpConfiguration http, String host, int port) {
        HttpConfiguration secure = new HttpConfiguration(http);
        // Clients check the certificate against the name they asked for; an address has no name to check here.
        secure.addCustomizer(new SecureRequestCustomizer(false));
        ServerConnector connector = new ServerConnector(jetty, context, new HttpConnectionFactory(secure));
        connector.setHost(host);
        connector.setPort(port);
        return connector;
    }

    private void use(SslContextFactory target, PemFiles.Loaded loaded) {
        target.setKeyStore(loaded.store());
        target.setKeyStorePassword("");
        try {
            loaded.leaf().checkValidity();
        } catch (CertificateException e) {
            LOG.log(
                    Level.WARNING,
                    "clients will refuse the certificate " + files.certificate() + ": " + e.getMessage());
        }
    }

    /** Uses the files if they have changed. */
    public void look() {
        synchronized (context) {
            try {
                int now = files.contentHash();
                if (now == used || now == refused) {
                    return;
                }
                refused = now;
                PemFiles.Loaded loaded = files.load();
                context.reload(target -> use(target, loaded));
                used = now;
                LOG.log(
                        Level.INFO,
                        "the certificate was renewed; it is valid until "
                                + loaded.leaf().getNotAfter().toInstant());
            } catch (Exception e) { // as reload declares
                LOG.log(Level.WARNING, "the new certificate is invalid, the old one stays in use: " + e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        if (recurrence != null) {
            recurrence.close();
        }
    }
}
