package dev.oncemore.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read, in words rather than by the name of an exception. */
public final class UnreadableFile {
    private UnreadableFile() {}

    /** The reason, to stand in brackets. */
    public static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is none";
        }
        if (e instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (e instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
