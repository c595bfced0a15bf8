package dev.oncemore.server.browser;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** One tab of a real Chromium. */
public final class Chromium implements AutoCloseable {
    private static final String LISTENING = "DevTools listening on ";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final DevTools tools;

    private Chromium(Process process, DevTools tools) {
        this.process = process;
        this.tools = tools;
    }

    /** Where it is installed, if it is. */
    public static Optional<Path> installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it with a profile of its own in this folder. */
    public static Chromium start(Path program, Path folder) throws Exception {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        // Tests may run as root, where Chromium's own sandbox does not.
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        try {
            DevTools tools = new DevTools(address(process));
            String target = tools.send("Target.createTarget", Map.of("url", "about:blank"))
                    .path("targetId")
                    .asString();
            tools.session(tools.send("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                    .path("sessionId")
                    .asString());
            tools.send("Page.enable", Map.of());
            return new Chromium(process, tools);
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static URI address(Process process) throws IOException {
        // Not closed: the process would fail to write, and end.
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while ((line = output.readLine()) != null) {
            if (line.startsWith(LISTENING)) {
                Thread drain = new Thread(() -> output.lines().forEach(ignored -> {}), "chromium-output");
                drain.setDaemon(true);
                drain.start();
                return URI.create(line.substring(LISTENING.length()));
            }
        }
        throw new AssertionError("Chromium ended before it listened");
    }

    /** Opens a page and waits until it is there. */
    public void open(URI page) throws Exception {
        tools.forgetEvents();
        tools.send("Page.navigate", Map.of("url", page.toString()));
        tools.await("Page.loadEventFired");
    }

    /** What this script answers, as text. */
    public String evaluate(String script) throws Exception {
        JsonNode answer = tools.send(
                "Runtime.evaluate", Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(script + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value").asString("");
    }

    /** The text that a person reads. */
    public String text() throws Exception {
        return evaluate("document.body.innerText");
    }

    /** Fills in a field. */
    public void fill(String selector, String value) throws Exception {
        evaluate("document.querySelector('%s').value = %s".formatted(selector, quoted(value)));
    }

    /** Clicks something that leads to another page, and waits until it is there. */
    public void follow(String selector) throws Exception {
        tools.forgetEvents();
        evaluate("document.querySelector('%s').click()".formatted(selector));
        tools.await("Page.loadEventFired");
    }

    /** Presses a key, as somebody does who is typing nowhere. */
    public void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            tools.send("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "text", key));
        }
    }

    /** Asks for pages in this language, as a browser does whose owner speaks it. */
    public void speak(String language) throws Exception {
        tools.send("Network.enable", Map.of());
        tools.send("Network.setExtraHTTPHeaders", Map.of("headers", Map.of("Accept-Language", language)));
    }

    /** Looks at pages of this size, light or dark. */
    public void view(int width, int height, boolean dark) throws Exception {
        tools.send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        tools.send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** A picture of what is seen. */
    public void picture(Path file) throws Exception {
        Files.createDirectories(file.toAbsolutePath().getParent());
        String data = tools.send("Page.captureScreenshot", Map.of("format", "png"))
                .path("data")
                .asString();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    @Override
    public void close() {
        tools.close();
        // Its helpers write into the profile for a moment longer than the browser itself.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> one.onExit().join());
    }
}
