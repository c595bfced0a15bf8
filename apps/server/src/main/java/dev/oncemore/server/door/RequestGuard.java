package dev.oncemore.server.door;

import dev.oncemore.server.web.ClientAddress;
import dev.oncemore.server.web.SafeHeaders;
import dev.oncemore.server.web.TrustedProxies;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The first to see a request: it refuses dubious HTTP and bodies that are too large, and bounds the others. */
final class RequestGuard extends Handler.Wrapper {
    private static final String FORM = "application/x-www-form-urlencoded";
    /** The header by which Javalin lets a client replace the method. */
    private static final String METHOD_OVERRIDE = "X-HTTP-Method-Override";
    /** A body is kept as bytes, and once more as what they mean. */
    private static final int UPLOAD_WEIGHT = 2;

    private static final int TREE_WEIGHT = 16;

    private final BodyBudget budget;
    private final TrustedProxies proxies;
    private final SlowClients slow;

    RequestGuard(BodyBudget budget, TrustedProxies proxies, SlowClients slow) {
        this.budget = budget;
        this.proxies = proxies;
        this.slow = slow;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        SafeHeaders.add(response.getHeaders(), path, proxies.isSecure(request));
        HttpFields headers = request.getHeaders();
        boolean isOld = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0;
        if (isOld && headers.contains(HttpHeader.TRANSFER_ENCODING)) {
            // A proxy in front may take the body for the next request.
            return refuse(request, response, callback, 400, "HTTP/1.0 has no Transfer-Encoding");
        }
        if (headers.contains(METHOD_OVERRIDE)) {
            // Routes would see another method than keys, proxies and logs do: a GET that acts, and acts again when it
            // is repeated.
            return refuse(request, response, callback, 400, "send the method itself instead of " + METHOD_OVERRIDE);
        }
        if (request.getHttpURI().getPath().indexOf(';') >= 0) {
            // Routes and keys would see two paths in one; a key has it encoded.
            return refuse(request, response, callback, 400, "a path has no parameters here; write ; as %3B");
        }
        String type = headers.get(HttpHeader.CONTENT_TYPE);
        int max = BodyLimits.of(path, type);
        boolean isMultipart = BodyLimits.isMultipart(type);
        if (isMultipart && !BodyLimits.isForUploads(path)) {
            // Rights are not checked again after such a body, which may arrive late.
            return refuse(request, response, callback, 415, "only sheets are sent as multipart/form-data");
        }
        boolean isForm = type != null && type.toLowerCase(Locale.ROOT).startsWith(FORM);
        String client = ClientAddress.of(proxies.client(request));
        BodyBudget.Share share = budget.open(client, isMultipart ? UPLOAD_WEIGHT : TREE_WEIGHT);
        BoundedRequest bounded = new BoundedRequest(request, max, isForm, share, slow);
        Request.addCompletionListener(request, failure -> bounded.end());
        if (request.getLength() > max) {
            bounded.fail(BodyFailure.TOO_LARGE);
            Callback refusal =
                    Callback.from(() -> refuse(request, response, callback, 413, BodyFailure.TOO_LARGE.detail()));
            Content.Source.consumeAll(bounded, refusal);
            return true;
        }
        return super.handle(bounded, slow.watched(bounded, response), callback);
    }

    private static boolean refuse(Request request, Response response, Callback callback, int status, String detail) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        Response.writeError(request, response, callback, status, detail);
        return true;
    }
}
