package dev.oncemore.spreadsheet;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A workbook's ZIP archive, read with bounds because a small file may unpack to terabytes. */
final class Archive implements AutoCloseable {
    static final int ENTRIES_MAX = 2_000;
    private static final long PART_MAX = 150_000_000;
    private static final long TOTAL_MAX = 250_000_000;
    /** A part is read several times: for a preview, for its rows, and for an export. */
    private static final int READINGS_MAX = 6;

    /** Sheets compress to about a twentieth; what compresses to less than a two-hundredth has no real content. */
    private static final long RATIO_MAX = 200;

    private static final long RATIO_FROM = 10_000_000;
    /** The header before the content of each part has at least so many bytes. */
    private static final int PART_HEADER = 30;

    private final Path file;
    private final ZipFile zip;
    private final Checkpoint checkpoint;
    private final long size;
    /** How much all parts may have together: many small parts are a bomb, too. */
    private final long allowed;

    private long unpacked;

    private Archive(Path file, ZipFile zip, long size, Checkpoint checkpoint) {
        this.file = file;
        this.zip = zip;
        this.checkpoint = checkpoint;
        this.size = size;
        this.allowed = Math.min(TOTAL_MAX, Math.max(RATIO_FROM, RATIO_MAX * size));
    }

    static Archive open(byte[] bytes, Checkpoint checkpoint) {
        try {
            Path file = Files.createTempFile("oncemore", ".xlsx");
            try {
                Files.write(file, bytes);
                Archive archive = new Archive(file, new ZipFile(file.toFile()), bytes.length, checkpoint);
                try {
                    archive.requireBounded();
                } catch (RuntimeException e) {
                    archive.zip.close();
                    throw e;
                }
                return archive;
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (java.util.zip.ZipException e) {
            throw broken(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static IllegalArgumentException broken(Exception cause) {
        return new IllegalArgumentException(
                "the workbook is damaged; open it in a spreadsheet program, save it again and send the new file",
                cause);
    }

    private void requireBounded() {
        if (zip.size() > ENTRIES_MAX) {
            throw bomb("it has " + zip.size() + " parts, but at most " + ENTRIES_MAX + " are read");
        }
        long total = 0;
        long packed = 0;
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : entries()) {
            total += Math.max(0, entry.getSize());
            packed += PART_HEADER + Math.max(0, entry.getCompressedSize());
            if (!names.add(entry.getName())) {
                throw bomb("the part " + entry.getName() + " exists twice");
            }
            require(entry, entry.getSize());
        }
        if (packed > size) {
            // Each copy of the workbook would contain the same bytes many times.
            throw bomb("its parts overlap");
        }
        if (total > TOTAL_MAX) {
            throw bomb("unpacked it would have " + total + " bytes, but at most " + TOTAL_MAX + " are read");
        }
        if (total > allowed) {
            throw bomb("unpacked, it is more than " + RATIO_MAX + " times as large");
        }
    }

    private static void require(ZipEntry entry, long size) {
        if (size > entry.getSize() && entry.getSize() >= 0) {
            throw bomb("unpacked, the part " + entry.getName() + " is larger than it claims");
        }
        if (size > PART_MAX) {
            throw bomb("unpacked, the part " + entry.getName() + " has more than " + PART_MAX + " bytes");
        }
        if (size > RATIO_FROM && size / Math.max(1, entry.getCompressedSize()) > RATIO_MAX) {
            throw bomb("unpacked, the part " + entry.getName() + " is more than " + RATIO_MAX + " times as large");
        }
    }

    private static IllegalArgumentException bomb(String why) {
        return new IllegalArgumentException("the workbook is refused because it may be an attack: " + why);
    }

    List<? extends ZipEntry> entries() {
        return Collections.list(zip.entries());
    }

    boolean has(String name) {
        return zip.getEntry(name) != null;
    }

    /** Opens a part; reading more than its bound throws an exception. */
    InputStream part(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IllegalArgumentException(
                    "the workbook is damaged: its part " + name + " is missing; save it again and send the new file");
        }
        return new Counted(zip.getInputStream(entry), entry, this::unpack);
    }

    /** Counts all unpacked bytes, because sizes may be false, and overlapping parts may each claim to be small. */
    private void unpack(int bytes) {
        checkpoint.pass();
        unpacked += bytes;
        if (unpacked > READINGS_MAX * allowed) {
            throw bomb("more than " + READINGS_MAX * allowed + " bytes were unpacked");
        }
    }

    /** Bounds the bytes that are read, because the sizes in the archive may be false. */
    private static final class Counted extends FilterInputStream {
        private final ZipEntry entry;
        private final IntConsumer unpacked;
        private long count;

        Counted(InputStream in, ZipEntry entry, IntConsumer unpacked) {
            super(in);
            this.entry = entry;
            this.unpacked = unpacked;
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count += b < 0 ? 0 : 1;
            unpacked.accept(b < 0 ? 0 : 1);
            require(entry, count);
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int n = super.read(bytes, offset, length);
            count += Math.max(0, n);
            unpacked.accept(Math.max(0, n));
            require(entry, count);
            return n;
        }
    }

    @Override
    public void close() {
        try {
            zip.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
