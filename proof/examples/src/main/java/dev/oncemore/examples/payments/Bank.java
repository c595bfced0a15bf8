package dev.oncemore.examples.payments;

import dev.oncemore.examples.run.LocalServer;
import dev.oncemore.examples.run.LocalServer.Reply;
import dev.oncemore.examples.run.LocalServer.Request;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A bank that charges for every request, and can be asked for a charge by its reference; and the network to it. */
final class Bank implements AutoCloseable {
    private static final String REFERENCE = "Reference";

    private final List<String> charges = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final LocalServer server;
    private final FaultProxy network;

    Bank() throws IOException {
        server = LocalServer.start(this::answer);
        network = FaultProxy.to(server.port());
    }

    private Reply answer(Request request) {
        String reference = String.valueOf(request.header().apply(REFERENCE));
        if (request.method().equals("POST")) {
            charges.add(reference);
        }
        int index = charges.indexOf(reference);
        return index < 0 ? new Reply(404, "") : new Reply(200, "charge-" + (index + 1));
    }

    /** The next reply is lost on its way. */
    void loseNextReply() {
        network.next(NetworkFault.dropReply());
    }

    /** Charges, and returns the number of the charge. */
    String charge(String reference) throws IOException, InterruptedException {
        return send(request(reference).POST(HttpRequest.BodyPublishers.noBody()).build())
                .body();
    }

    /** The number of a charge. */
    Optional<String> find(String reference) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request(reference).build());
        return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
    }

    private HttpRequest.Builder request(String reference) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + network.port() + "/charges"))
                .version(HttpClient.Version.HTTP_1_1)
                .header(REFERENCE, reference);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    int charges() {
        return charges.size();
    }

    @Override
    public void close() {
        network.close();
        server.close();
    }
}
