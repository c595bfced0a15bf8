package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** A small archive whose directory lists the same bytes many times would make every copy of the workbook large. */
class OverlappingPartsTest {
    private static final int DIRECTORY_HEADER = 46;
    private static final int DIRECTORY_END = 22;
    private static final int NAME_LENGTH = 4;

    @Test
    void partsThatShareTheirBytesAreRefused() throws IOException {
        byte[] one = archive(1_000);
        assertThatThrownBy(() -> Archive.open(listed(one, 20), Checkpoint.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its parts overlap");
        try (Archive archive = Archive.open(one, Checkpoint.NONE)) {
            assertThat(archive.entries()).hasSize(1);
        }
    }

    @Test
    void aPartThatIsLargerThanItClaimsIsRefused_whenItIsRead() throws IOException {
        byte[] one = archive(1_000);
        ByteBuffer claims = ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN);
        int directory = claims.getInt(one.length - 6);
        claims.putInt(directory + 24, 1);
        try (Archive archive = Archive.open(one, Checkpoint.NONE)) {
            assertThatThrownBy(() -> archive.part("p000").readAllBytes()).hasMessageContaining("larger than it claims");
        }
    }

    /** An archive with one part that is not compressed. */
    private static byte[] archive(int size) throws IOException {
        byte[] content = new byte[size];
        Arrays.fill(content, (byte) 'x');
        CRC32 sum = new CRC32();
        sum.update(content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            ZipEntry entry = new ZipEntry("p000");
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(size);
            entry.setCrc(sum.getValue());
            zip.putNextEntry(entry);
            zip.write(content);
        }
        return out.toByteArray();
    }

    /** The archive with its part listed so many times, under other names. */
    private static byte[] listed(byte[] archive, int times) {
        ByteBuffer in = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
        int directory = in.getInt(archive.length - 6);
        byte[] header = Arrays.copyOfRange(archive, directory, directory + DIRECTORY_HEADER + NAME_LENGTH);
        ByteBuffer out = ByteBuffer.allocate(directory + times * header.length + DIRECTORY_END)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.put(archive, 0, directory);
        for (int i = 0; i < times; i++) {
            out.put(header, 0, DIRECTORY_HEADER);
            out.put(String.format("p%03d", i).getBytes(StandardCharsets.US_ASCII));
        }
        out.put(archive, archive.length - DIRECTORY_END, DIRECTORY_END);
        int end = out.position() - DIRECTORY_END;
        out.putShort(end + 8, (short) times);
        out.putShort(end + 10, (short) times);
        out.putInt(end + 12, times * header.length);
        return out.array();
    }
}
