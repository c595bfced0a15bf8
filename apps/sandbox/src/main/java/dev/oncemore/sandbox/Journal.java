package dev.oncemore.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The file in which a sandbox keeps its documents, one line for each, so that they are there after a restart. */
final class Journal implements AutoCloseable {
    private final Path file;
    private final JsonMapper json = JsonMapper.builder().build();
    private @Nullable OutputStream out;

    Journal(Path file) {
        this.file = file;
    }

    /** Reads all documents. What a killed process wrote only in part was not answered, and is removed. */
    void read(Consumer<ObjectNode> reader) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            removePart();
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                int number = 0;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    reader.accept(document(line, number));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the documents of the sandbox cannot be read from " + file, e);
        }
    }

    private ObjectNode document(String line, int number) {
        try {
            if (json.readTree(line) instanceof ObjectNode document) {
                return document;
            }
        } catch (JacksonException e) {
            // Told below.
        }
        throw new IllegalArgumentException(
                file + ", line " + number + " is no document of the sandbox; delete the file to start anew");
    }

    private void removePart() throws IOException {
        try (RandomAccessFile part = new RandomAccessFile(file.toFile(), "rw")) {
            long end = part.length();
            while (end > 0) {
                part.seek(end - 1);
                if (part.read() == '\n') {
                    break;
                }
                end--;
            }
            part.setLength(end);
        }
    }

    /** Appends a document, before its request is answered. */
    void add(ObjectNode document) {
        try {
            OutputStream to = out;
            if (to == null) {
                Path folder = file.toAbsolutePath().getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                to = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                out = to;
            }
            to.write((document + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the documents of the sandbox cannot be written to " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
