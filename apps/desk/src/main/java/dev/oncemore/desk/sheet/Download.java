package dev.oncemore.desk.sheet;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A file to give back. A large one is on disk, not in memory, and is gone when its content is closed. */
public final class Download {
    public static final String WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    public static final String CSV = "text/csv";

    private final String fileName;
    private final String contentType;
    private final InputStream content;

    private Download(String fileName, String contentType, InputStream content) {
        this.fileName = fileName;
        this.contentType = contentType;
        this.content = content;
    }

    static Download of(String fileName, String contentType, byte[] file) {
        return new Download(fileName, contentType, new ByteArrayInputStream(file));
    }

    /** A file that is written to disk first. */
    static Download written(String fileName, String contentType, Consumer<OutputStream> writing) {
        try {
            Path file = Files.createTempFile("oncemore", ".download");
            try {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    writing.accept(out);
                }
                return new Download(
                        fileName, contentType, Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE));
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The suggested file name. */
    public String fileName() {
        return fileName;
    }

    /** The media type. */
    public String contentType() {
        return contentType;
    }

    /** Its content, to be read once and closed. */
    public InputStream content() {
        return content;
    }

    /** All of its content, which is closed by this. */
    public byte[] file() {
        try (content) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
