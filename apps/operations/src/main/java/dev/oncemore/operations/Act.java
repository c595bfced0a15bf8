package dev.oncemore.operations;

import dev.oncemore.operations.audit.AuditTrail;

/**
 * Who acts, and why.
 *
 * @param who an account or token
 * @param why their reason
 */
public record Act(String who, String why) {
    private static final int WHY_MAX = 400;

    /** Checks the reason. */
    public Act {
        if (why.isBlank() || why.length() > WHY_MAX) {
            throw new IllegalArgumentException(
                    "say why, in 1 to " + WHY_MAX + " characters; it goes into the audit trail");
        }
    }

    void audit(AuditTrail trail, String action, String subject) {
        trail.add(who, action, subject, why);
    }

    /** Only what was really done leaves a line. */
    boolean audited(AuditTrail trail, String action, String subject, boolean done) {
        if (done) {
            audit(trail, action, subject);
        }
        return done;
    }
}
