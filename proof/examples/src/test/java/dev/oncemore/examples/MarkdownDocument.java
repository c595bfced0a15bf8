package dev.oncemore.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Markdown file as far as these tests look at it: its fenced blocks, and the links of the text between them. */
final class MarkdownDocument {

    /** A fence of three or more backticks or tildes, and what stands behind it. */
    private static final Pattern FENCE = Pattern.compile("^\\s*(`{3,}|~{3,})\\s*(.*?)\\s*$");

    private static final Pattern INLINE_CODE = Pattern.compile("(`+).+?\\1");

    /** {@code [text](target)} and {@code ![text](target "title")}, and {@code [label]: target} at the start of a line. */
    private static final Pattern LINK =
            Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)|^\\s{0,3}\\[[^\\]]+\\]:\\s*<?([^>\\s]+)");

    private static final Pattern ELSEWHERE = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*:|//|#).*");

    private final Path path;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    /**
     * A fenced block.
     *
     * @param language the first word behind the opening fence, or an empty text
     * @param lineAbove the nearest line above the fence that is not blank, or an empty text
     * @param lineNumber where the fence opens, from 1
     */
    record Block(String language, String lineAbove, String text, int lineNumber) {}

    private record Link(String target, int lineNumber) {}

    private MarkdownDocument(Path path) {
        this.path = path;
    }

    static MarkdownDocument read(Path path) {
        try {
            return parse(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MarkdownDocument parse(Path path, String text) {
        MarkdownDocument document = new MarkdownDocument(path);
        List<String> lines = text.lines().toList();
        String lineAbove = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int end = endOfBlock(lines, i, fence.group(1));
                document.blocks.add(new Block(
                        fence.group(2).split("[\\s{]", 2)[0],
                        lineAbove,
                        Snippets.unindented(lines.subList(i + 1, end)),
                        i + 1));
                i = end;
                lineAbove = "";
            } else {
                document.addLinks(lines.get(i), i + 1);
                lineAbove = lines.get(i).isBlank() ? lineAbove : lines.get(i).strip();
            }
        }
        return document;
    }

    /** The index of the closing fence, which is as long as the opening one or longer; or the end of the file. */
    private static int endOfBlock(List<String> lines, int start, String openingFence) {
        for (int i = start + 1; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches() && fence.group(2).isEmpty() && fence.group(1).startsWith(openingFence)) {
                return i;
            }
        }
        return lines.size();
    }

    private void addLinks(String line, int lineNumber) {
        Matcher link = LINK.matcher(INLINE_CODE.matcher(line).replaceAll("code"));
        while (link.find()) {
            links.add(new Link(link.group(1) != null ? link.group(1) : link.group(2), lineNumber));
        }
    }

    Path path() {
        return path;
    }

    List<Block> javaBlocks() {
        return blocks.stream()
                .filter(block -> block.language().equalsIgnoreCase("java"))
                .toList();
    }

    /** One sentence for each relative link to a file that is not there. */
    List<String> brokenLinks() {
        return links.stream()
                .filter(link -> !ELSEWHERE.matcher(link.target()).matches())
                .filter(link -> !Files.exists(fileOf(link)))
                .map(link -> "%s:%d: the link to %s leads nowhere".formatted(path, link.lineNumber(), link.target()))
                .toList();
    }

    private Path fileOf(Link link) {
        @Nullable Path folder = path.toAbsolutePath().getParent();
        String file = link.target().replaceFirst("[#?].*", "").replace("%20", " ");
        return folder == null ? Path.of(file) : folder.resolve(file);
    }
}
