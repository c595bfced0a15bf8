package jakarta.ws.rs;

/** Stands in for Jakarta REST's exception of this name, which the filter knows without Jakarta REST. */
public class ForbiddenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
