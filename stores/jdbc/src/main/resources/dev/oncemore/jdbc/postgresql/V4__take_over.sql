-- Oncemore, stricter verbs on records.

-- A record that its owner settled after its lease was over still has the fence that another node has read: it is not taken
-- over, unless it is expired.
CREATE OR REPLACE FUNCTION ${prefix}take_over(
    scopes text[], key_values text[], fingerprints bytea[], tokens text[], whos text[], leases bigint[],
    expected_fences bigint[], afreshs boolean[]
) RETURNS TABLE (ord bigint, fence bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        UPDATE ${prefix}record r
        SET fingerprint = w.fingerprint, state = 'RUNNING', fence = nextval('${prefix}fence'), token = w.token,
            who = w.who, attempts = CASE WHEN w.afresh THEN 1 ELSE r.attempts + 1 END,
            response = NULL, error = NULL, resource_type = NULL, resource_id = NULL,
            created_at = CASE WHEN w.afresh THEN ${prefix}clock() ELSE r.created_at END,
            updated_at = ${prefix}clock(), lease_until = ${prefix}clock() + w.lease, expires_at = NULL
        FROM unnest(scopes, key_values, fingerprints, tokens, whos, leases, expected_fences, afreshs) WITH ORDINALITY
            AS w (scope, key_value, fingerprint, token, who, lease, expected, afresh, ord)
        WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.expected
            AND CASE WHEN w.afresh THEN r.expires_at <= ${prefix}clock()
                ELSE r.state IN ('FAILED_RETRYABLE', 'UNKNOWN')
                    OR (r.state = 'RUNNING' AND r.lease_until <= ${prefix}clock() AND r.token <> w.token) END
        RETURNING w.ord, r.fence;
END
$$;

-- As the function with six parameters, which nodes of an older version still call. How long it waits for an open transaction
-- that has one of the keys is the caller's to say; with NULL it waits as the transaction's own settings say.
CREATE FUNCTION ${prefix}insert_or_read(
    scopes text[], key_values text[], fingerprints bytea[], tokens text[], whos text[], leases bigint[],
    patience text
) RETURNS TABLE (
    is_new boolean, scope text, key_value text, fingerprint bytea, state text, fence bigint, token text, who text,
    attempts integer, response bytea, error text, resource_type text, resource_id text, created_at bigint,
    updated_at bigint, lease_until bigint, expires_at bigint, lease_over boolean, expired boolean
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
    found_rows bigint;
BEGIN
    IF patience IS NOT NULL THEN
        PERFORM set_config('lock_timeout', patience, true);
    END IF;
    IF pg_is_in_recovery() THEN
        RAISE read_only_sql_transaction USING MESSAGE = 'a standby may not know of the latest claims; ask the primary';
    END IF;
    RETURN QUERY
        SELECT false, r.scope, r.key_value, r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response,
            r.error, r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
            coalesce(r.lease_until <= ${prefix}clock(), false), coalesce(r.expires_at <= ${prefix}clock(), false)
        FROM unnest(scopes, key_values) AS w (scope, key_value)
        JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value;
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    IF found_rows = cardinality(key_values) THEN
        RETURN;
    END IF;
    RETURN QUERY
        WITH inserted AS (
            INSERT INTO ${prefix}record AS r (scope, key_value, fingerprint, state, fence, token, who, attempts,
                created_at, updated_at, lease_until)
            SELECT w.scope, w.key_value, w.fingerprint, 'RUNNING', nextval('${prefix}fence'), w.token, w.who, 1,
                w.now, w.now, w.now + w.lease
            FROM (
                SELECT u.*, ${prefix}clock() AS now
                FROM unnest(scopes, key_values, fingerprints, tokens, whos, leases)
                    AS u (scope, key_value, fingerprint, token, who, lease)
                OFFSET 0
            ) w
            -- Not as NOT EXISTS, which may be answered by reading the whole table once.
            WHERE found_rows = 0
                OR (SELECT 1 FROM ${prefix}record e WHERE e.scope = w.scope AND e.key_value = w.key_value) IS NULL
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING r.scope, r.key_value, r.fence
        )
        SELECT true, i.scope, i.key_value, NULL::bytea, NULL, i.fence, NULL, NULL, NULL::integer, NULL::bytea, NULL,
            NULL, NULL, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::boolean, NULL::boolean
        FROM inserted i;
END
$$;

-- Records that wait for a person, and those whose state nobody knows.
CREATE INDEX ${prefix}record_waiting ON ${prefix}record (scope, key_value)
    WHERE state NOT IN ('RUNNING', 'SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_FINAL');
DROP INDEX ${prefix}record_unknown;

INSERT INTO ${prefix}schema (version, applied_at)
VALUES (4, ${prefix}clock());
