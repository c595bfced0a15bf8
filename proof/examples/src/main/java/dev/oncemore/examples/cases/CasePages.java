package dev.oncemore.examples.cases;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The pages: the walk, the dashboard and the failure matrix; the meters for Prometheus, and a dashboard for Grafana. */
final class CasePages extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String HTML = "text/html";

    private final transient CaseService service;
    private transient @Nullable Walk walk;

    /** Pages of a service. */
    CasePages(CaseService service) {
        this.service = service;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getRequestURI()) {
            case "/" -> send(response, HTML, CaseHtml.walk(current()));
            case "/dashboard" -> send(response, HTML, CaseHtml.dashboard(service));
            case "/matrix" -> send(response, HTML, CaseHtml.matrix(service.reviewed()));
            case "/matrix.csv" -> {
                response.setHeader("Content-Disposition", "attachment; filename=\"failure-matrix.csv\"");
                send(response, "text/csv", FailureMatrix.of(service.reviewed()).csv());
            }
            case "/metrics" -> send(response, "text/plain", service.meters());
            case "/grafana-dashboard.json" -> send(response, "application/json", resource("grafana-dashboard.json"));
            case "/cases.css" -> send(response, "text/css", resource("cases.css"));
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getRequestURI()) {
            case "/next" -> next();
            case "/again" -> again();
            default -> {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
                return;
            }
        }
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Location", "/#next");
    }

    private synchronized Walk current() {
        Walk known = walk;
        Walk one = known == null ? service.newWalk() : known;
        walk = one;
        return one;
    }

    /** One step at a time: a second press of the button waits for the first. */
    private synchronized void next() throws IOException {
        try {
            Walk one = current();
            if (one.hasNext()) {
                one.next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the service is being stopped", e);
        }
    }

    private synchronized void again() {
        walk = null;
    }

    private static void send(HttpServletResponse response, String type, String content) throws IOException {
        response.setContentType(type + ";charset=utf-8");
        response.getOutputStream().write(content.getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) throws IOException {
        try (InputStream content = CasePages.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IOException(name + " is missing in the jar");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
