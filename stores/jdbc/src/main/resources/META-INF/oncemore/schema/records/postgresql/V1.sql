-- Oncemore, records of effects. Times are microseconds since 1970-01-01 UTC by this server's clock.

-- Never goes back, not even when records are deleted.
CREATE SEQUENCE ${prefix}fence AS bigint;

-- The collation keeps apart what differs in case, and the index small and fast. Columns that the end of a record changes come
-- last: when a row is updated within its page, the server logs only what follows the first change.
CREATE TABLE ${prefix}record (
    fence         bigint           NOT NULL,
    created_at    bigint           NOT NULL,
    attempts      integer          NOT NULL,
    scope         text COLLATE "C" NOT NULL,
    key_value     text COLLATE "C" NOT NULL,
    fingerprint   bytea            NOT NULL,
    token         text             NOT NULL,
    who           text             NOT NULL,
    state         text COLLATE "C" NOT NULL,
    updated_at    bigint           NOT NULL,
    lease_until   bigint,
    expires_at    bigint,
    response      bytea,
    label         text,
    error         text,
    resource_type text,
    resource_id   text,
    PRIMARY KEY (scope, key_value)
);

-- For the purge. A record is in it once it is settled.
CREATE INDEX ${prefix}record_expires_at ON ${prefix}record (expires_at) WHERE expires_at IS NOT NULL;

-- Records that wait for a person, and those in an unknown state.
CREATE INDEX ${prefix}record_waiting ON ${prefix}record (scope, key_value)
    WHERE state <> 'RUNNING' AND state <> 'SUCCEEDED' AND state <> 'FAILED_RETRYABLE' AND state <> 'FAILED_FINAL';

-- This server's clock, which goes on within a transaction.
CREATE OR REPLACE FUNCTION ${prefix}clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;

-- The verbs are functions because only a function can say how it is planned: once, and by the primary key. A plan that the
-- server chose while the table was nearly empty would read the whole table for as long as it is kept; a new plan for each
-- batch takes longer than the batch. Each is right at READ COMMITTED: whether a row is changed depends on that row as it is
-- when it is locked. Batches come sorted by key, and rows are locked in that order.
--
-- None waits for a lock longer than its lock_wait, because other records of the batch wait with it; with NULL the transaction's
-- own settings hold.

CREATE FUNCTION ${prefix}read(scopes text[], key_values text[]) RETURNS TABLE (
    ord bigint, fingerprint bytea, state text, fence bigint, token text, who text, attempts integer, response bytea,
    label text, error text, resource_type text, resource_id text, created_at bigint, updated_at bigint, lease_until bigint,
    expires_at bigint, lease_over boolean, expired boolean
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
    IF pg_is_in_recovery() THEN
        RAISE read_only_sql_transaction USING MESSAGE = 'a standby may not know of the latest claims; ask the primary';
    END IF;
    RETURN QUERY
        SELECT w.ord, r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response, r.label, r.error,
            r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
            coalesce(r.lease_until <= ${prefix}clock(), false), coalesce(r.expires_at <= ${prefix}clock(), false)
        FROM unnest(scopes, key_values) WITH ORDINALITY AS w (scope, key_value, ord)
        JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value;
END
$$;

-- A record that its owner settled after its lease was over still has the fence that another node has read: it is not taken
-- over, unless it is expired.
CREATE FUNCTION ${prefix}take_over(
    scopes text[], key_values text[], fingerprints bytea[], tokens text[], whos text[], leases bigint[],
    expected_fences bigint[], afreshs boolean[], lock_wait text
) RETURNS TABLE (ord bigint, fence bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
    IF lock_wait IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_wait, true);
    END IF;
    RETURN QUERY
        UPDATE ${prefix}record r
        SET fingerprint = w.fingerprint, state = 'RUNNING', fence = nextval('${prefix}fence'), token = w.token,
            who = w.who, attempts = CASE WHEN w.afresh THEN 1 ELSE r.attempts + 1 END,
            response = NULL, label = NULL, error = NULL, resource_type = NULL, resource_id = NULL,
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

-- Ends and claims of one moment in one transaction; either part may be empty.
--
-- The ends come first: a claim finds the end of the same key, and two batches wait for each other in one order only, first for
-- existing rows and then for new keys. An end that was recorded is a row without a key, with its place in the batch as its fence.
--
-- The insert comes before the read, so that a batch of new keys costs what an insert costs. Only missing keys are inserted, so
-- that nothing is written and no fence is drawn when all exist. A key that another transaction inserted meanwhile is in neither
-- part; waiting for that transaction is what makes the key a lock. If some keys existed, all are read: rows that are new come
-- first.
CREATE FUNCTION ${prefix}finish_and_claim(
    ended_scopes text[], ended_key_values text[], fences bigint[], states text[], responses bytea[], labels text[],
    errors text[], resource_types text[], resource_ids text[], retentions bigint[],
    scopes text[], key_values text[], fingerprints bytea[], tokens text[], whos text[], leases bigint[],
    lock_wait text
) RETURNS TABLE (
    is_new boolean, scope text, key_value text, fingerprint bytea, state text, fence bigint, token text, who text,
    attempts integer, response bytea, label text, error text, resource_type text, resource_id text,
    created_at bigint, updated_at bigint, lease_until bigint, expires_at bigint, lease_over boolean, expired boolean
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
    inserted_rows bigint;
BEGIN
    IF lock_wait IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_wait, true);
    END IF;
    IF cardinality(fences) > 0 THEN
        RETURN QUERY
            UPDATE ${prefix}record r
            SET state = w.state, response = w.response, label = w.label, error = w.error,
                resource_type = w.resource_type, resource_id = w.resource_id, updated_at = ${prefix}clock(),
                lease_until = NULL,
                expires_at = CASE WHEN w.state = 'UNKNOWN' THEN NULL ELSE ${prefix}clock() + w.retention END
            FROM unnest(ended_scopes, ended_key_values, fences, states, responses, labels, errors, resource_types,
                    resource_ids, retentions) WITH ORDINALITY
                AS w (scope, key_value, fence, state, response, label, error, resource_type, resource_id, retention, ord)
            WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.fence AND r.state = 'RUNNING'
            RETURNING NULL::boolean, NULL, NULL, NULL::bytea, NULL, w.ord, NULL, NULL, NULL::integer, NULL::bytea, NULL,
                NULL, NULL, NULL, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::boolean, NULL::boolean;
    END IF;
    IF cardinality(key_values) = 0 THEN
        RETURN;
    END IF;
    IF pg_is_in_recovery() THEN
        RAISE read_only_sql_transaction USING MESSAGE = 'a standby may not know of the latest claims; ask the primary';
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
            WHERE (SELECT 1 FROM ${prefix}record e WHERE e.scope = w.scope AND e.key_value = w.key_value) IS NULL
            ON CONFLICT (scope, key_value) DO NOTHING
            RETURNING r.scope, r.key_value, r.fence
        )
        SELECT true, i.scope, i.key_value, NULL::bytea, NULL, i.fence, NULL, NULL, NULL::integer, NULL::bytea, NULL,
            NULL, NULL, NULL, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::boolean, NULL::boolean
        FROM inserted i;
    GET DIAGNOSTICS inserted_rows = ROW_COUNT;
    IF inserted_rows = cardinality(key_values) THEN
        RETURN;
    END IF;
    RETURN QUERY
        SELECT false, r.scope, r.key_value, r.fingerprint, r.state, r.fence, r.token, r.who, r.attempts, r.response,
            r.label, r.error, r.resource_type, r.resource_id, r.created_at, r.updated_at, r.lease_until, r.expires_at,
            coalesce(r.lease_until <= ${prefix}clock(), false), coalesce(r.expires_at <= ${prefix}clock(), false)
        FROM unnest(scopes, key_values) AS w (scope, key_value)
        JOIN ${prefix}record r ON r.scope = w.scope AND r.key_value = w.key_value;
END
$$;

CREATE FUNCTION ${prefix}extend(
    scopes text[], key_values text[], fences bigint[], leases bigint[], lock_wait text
) RETURNS SETOF bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
    IF lock_wait IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_wait, true);
    END IF;
    RETURN QUERY
        UPDATE ${prefix}record r
        SET lease_until = ${prefix}clock() + w.lease, updated_at = ${prefix}clock()
        FROM unnest(scopes, key_values, fences, leases) WITH ORDINALITY AS w (scope, key_value, fence, lease, ord)
        WHERE r.scope = w.scope AND r.key_value = w.key_value AND r.fence = w.fence AND r.state = 'RUNNING'
        RETURNING w.ord;
END
$$;
