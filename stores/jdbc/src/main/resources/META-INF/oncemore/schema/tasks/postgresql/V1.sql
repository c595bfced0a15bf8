-- Oncemore, durable tasks. Times are microseconds since 1970-01-01 UTC by this server's clock.

-- This server's clock, which goes on within a transaction.
CREATE OR REPLACE FUNCTION ${prefix}clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;

CREATE SEQUENCE ${prefix}task_seq AS bigint;

-- Live tasks. There is no status: a task that is due can be claimed, whether it is new, delayed, retried or left behind.
-- at_head is false for a task of a lane that waits behind another; everything else is in the index that claims read.
-- in_doubt: an attempt may have taken effect, and none has been answered since. Ends write it; a claim that was left behind
-- without an end counts as doubt as well.
-- from_snapshot: enqueued in a transaction that might not see how a task of this id ended; its first claim looks.
-- previous_delay: of the last retry, in microseconds, from which decorrelated jitter grows.
-- node: the incarnation of the owner's node, if it is known as one.
CREATE TABLE ${prefix}task (
    id           text COLLATE "C" NOT NULL PRIMARY KEY,
    queue        text COLLATE "C" NOT NULL,
    kind         text COLLATE "C" NOT NULL,
    payload      bytea            NOT NULL,
    headers      text             NOT NULL,
    priority     integer          NOT NULL,
    max_attempts integer,
    lane_key     text COLLATE "C",
    on_poison    text COLLATE "C",
    dedup_key    text COLLATE "C",
    seq          bigint           NOT NULL,
    at_head      boolean          NOT NULL,
    attempts     integer          NOT NULL,
    visible_at   bigint           NOT NULL,
    fence        bigint           NOT NULL,
    owner        text COLLATE "C",
    node         bigint,
    redrives     integer          NOT NULL,
    enqueued_at  bigint           NOT NULL,
    in_doubt     boolean          NOT NULL DEFAULT false,
    from_snapshot boolean         NOT NULL DEFAULT false,
    previous_delay bigint         NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX ${prefix}task_due ON ${prefix}task (queue, priority, visible_at, seq) WHERE at_head;

CREATE INDEX ${prefix}task_lane ON ${prefix}task (queue, lane_key, seq) WHERE lane_key IS NOT NULL;

CREATE INDEX ${prefix}task_lane_owned ON ${prefix}task (queue, lane_key)
WHERE lane_key IS NOT NULL AND owner IS NOT NULL;

-- Dead letters. A parked one blocks its lane.
CREATE TABLE ${prefix}dead (
    id           text COLLATE "C" NOT NULL PRIMARY KEY,
    queue        text COLLATE "C" NOT NULL,
    kind         text COLLATE "C" NOT NULL,
    payload      bytea            NOT NULL,
    headers      text             NOT NULL,
    priority     integer          NOT NULL,
    max_attempts integer,
    lane_key     text COLLATE "C",
    on_poison    text COLLATE "C",
    dedup_key    text COLLATE "C",
    seq          bigint           NOT NULL,
    attempts     integer          NOT NULL,
    fence        bigint           NOT NULL,
    redrives     integer          NOT NULL,
    enqueued_at  bigint           NOT NULL,
    reason       text             NOT NULL,
    signature    text COLLATE "C" NOT NULL,
    died_at      bigint           NOT NULL,
    in_doubt     boolean          NOT NULL,
    discarded_at bigint,
    stack_trace  text
);

CREATE INDEX ${prefix}dead_died_at ON ${prefix}dead (died_at, id);

CREATE INDEX ${prefix}dead_signature ON ${prefix}dead (signature, died_at, id);

CREATE INDEX ${prefix}dead_queue ON ${prefix}dead (queue, died_at, id) WHERE discarded_at IS NULL;

CREATE INDEX ${prefix}dead_kind ON ${prefix}dead (kind, died_at, id) WHERE discarded_at IS NULL;

CREATE INDEX ${prefix}dead_discarded_at ON ${prefix}dead (discarded_at) WHERE discarded_at IS NOT NULL;

CREATE INDEX ${prefix}dead_parked ON ${prefix}dead (queue, lane_key)
WHERE on_poison = 'PARK' AND discarded_at IS NULL;

-- History. ended_at is there on the line that ended its task for good; the purge goes by it.
CREATE TABLE ${prefix}task_log (
    task_id  text COLLATE "C" NOT NULL,
    fence    bigint           NOT NULL,
    queue    text COLLATE "C" NOT NULL,
    kind     text COLLATE "C" NOT NULL,
    event    text COLLATE "C" NOT NULL,
    attempt  integer          NOT NULL,
    at       bigint           NOT NULL,
    who      text             NOT NULL,
    words    text,
    bytes    bytea,
    ended_at bigint,
    PRIMARY KEY (task_id, fence)
);

CREATE INDEX ${prefix}task_log_ended_at ON ${prefix}task_log (ended_at) WHERE ended_at IS NOT NULL;

-- Dedup keys, each taken until the last trace of its task is purged.
CREATE TABLE ${prefix}task_key (
    queue     text COLLATE "C" NOT NULL,
    dedup_key text COLLATE "C" NOT NULL,
    task_id   text COLLATE "C" NOT NULL,
    PRIMARY KEY (queue, dedup_key)
);

CREATE INDEX ${prefix}task_key_task_id ON ${prefix}task_key (task_id);

CREATE TABLE ${prefix}task_pause (
    queue    text COLLATE "C" NOT NULL PRIMARY KEY,
    until_at bigint,
    reason   text             NOT NULL,
    who      text             NOT NULL
);

-- Nodes that hold tasks, one row per start of a node. A row whose node holds nothing is only for people to see. No column but the
-- first is in an index, so that heartbeats are cheap. lease and silence are those of the node's settings, in microseconds.
CREATE TABLE ${prefix}task_node (
    incarnation bigint           NOT NULL PRIMARY KEY,
    name        text COLLATE "C" NOT NULL,
    since_at    bigint           NOT NULL,
    beat_at     bigint           NOT NULL,
    running     integer          NOT NULL,
    lease       bigint           NOT NULL,
    silence     bigint           NOT NULL,
    take_overs  integer          NOT NULL
) WITH (fillfactor = 50);

-- The verbs are functions for the reason that those of records are: only a function can say how it is planned. Each of its
-- statements sees what was committed before that statement began, and several of them depend on it.

-- Held until the transaction ends, so that a lane's sequence numbers are drawn in the order of commits.
CREATE FUNCTION ${prefix}task_lock_lanes(queues text[], lane_keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(l.name)
    FROM (
        SELECT DISTINCT hashtextextended(concat_ws(E'\n', '${prefix}task', w.queue, w.lane_key), 0) AS name
        FROM unnest(queues, lane_keys) AS w (queue, lane_key) WHERE w.lane_key IS NOT NULL ORDER BY 1
    ) l;
END
$$;

-- Makes the next task of each lane claimable after the first one that was removed. It may mark a task that is not the head,
-- because a claim checks that; it must not miss the head, so a transaction that cannot see the latest commits is refused.
CREATE FUNCTION ${prefix}task_promote(queues text[], lane_keys text[], seqs bigint[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE invalid_transaction_state USING MESSAGE = 'a task of a lane can be ended only at READ COMMITTED';
    END IF;
    UPDATE ${prefix}task t SET at_head = true
    FROM (
        SELECT w.queue, w.lane_key, min(w.seq) AS seq FROM unnest(queues, lane_keys, seqs) AS w (queue, lane_key, seq)
        GROUP BY w.queue, w.lane_key
    ) gone CROSS JOIN LATERAL (
        SELECT n.id FROM ${prefix}task n
        WHERE n.queue = gone.queue AND n.lane_key = gone.lane_key AND n.seq > gone.seq ORDER BY n.seq LIMIT 1
    ) next
    WHERE t.id = next.id AND NOT t.at_head;
END
$$;

-- Returns for each task the id that is in force, and null where a dedup key came and went meanwhile.
-- A task may only be put behind another one that cannot end before this transaction does, or it would never become claimable;
-- hence the lock on that one. In a user's transaction, which may be long, nothing is locked, and a claim puts it behind instead.
CREATE FUNCTION ${prefix}task_enqueue(
    ids text[], queues text[], kinds text[], payloads bytea[], headers text[], priorities bigint[],
    max_attempts bigint[], lane_keys text[], on_poisons text[], dedup_keys text[], delays bigint[], short boolean,
    channel text, sender text
) RETURNS SETOF text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    winners text[];
    inserted text[];
    wanted bigint;
    known text[];
    now bigint;
    has_snapshot boolean := current_setting('transaction_isolation') <> 'read committed';
    has_lanes boolean := array_length(array_remove(lane_keys, NULL), 1) > 0;
BEGIN
    IF has_lanes THEN
        PERFORM ${prefix}task_lock_lanes(queues, lane_keys);
    END IF;
    winners := ids;
    IF array_length(array_remove(dedup_keys, NULL), 1) > 0 THEN
        INSERT INTO ${prefix}task_key (queue, dedup_key, task_id)
        SELECT w.queue, w.dedup_key, w.id
        FROM unnest(queues, dedup_keys, ids) WITH ORDINALITY AS w (queue, dedup_key, id, ord)
        WHERE w.dedup_key IS NOT NULL ORDER BY w.queue, w.dedup_key, w.ord
        ON CONFLICT DO NOTHING;
        SELECT array_agg(CASE WHEN w.dedup_key IS NULL THEN w.id ELSE (
                SELECT k.task_id FROM ${prefix}task_key k WHERE k.queue = w.queue AND k.dedup_key = w.dedup_key
            ) END ORDER BY w.ord)
        INTO winners FROM unnest(queues, dedup_keys, ids) WITH ORDINALITY AS w (queue, dedup_key, id, ord);
    END IF;
    now := ${prefix}clock();
    WITH wish AS (
        SELECT u.*, row_number() OVER (PARTITION BY u.queue, u.lane_key ORDER BY u.ord) AS place
        FROM unnest(ids, queues, kinds, payloads, headers, priorities, max_attempts, lane_keys, on_poisons, dedup_keys,
            delays, winners) WITH ORDINALITY
            AS u (id, queue, kind, payload, headers, priority, max_attempts, lane_key, on_poison, dedup_key, delay, winner,
            ord)
        WHERE u.winner = u.id ORDER BY u.ord
    ), added AS (
        INSERT INTO ${prefix}task AS t (id, queue, kind, payload, headers, priority, max_attempts, lane_key, on_poison,
            dedup_key, seq, at_head, attempts, visible_at, fence, owner, redrives, enqueued_at, from_snapshot)
        SELECT w.id, w.queue, w.kind, w.payload, w.headers, w.priority, w.max_attempts, w.lane_key, w.on_poison,
            w.dedup_key, nextval('${prefix}task_seq'),
            CASE WHEN w.lane_key IS NULL OR NOT short THEN true WHEN w.place > 1 THEN false ELSE (
                SELECT 1 FROM ${prefix}task p WHERE p.queue = w.queue AND p.lane_key = w.lane_key
                ORDER BY p.seq DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED
            ) IS NULL END,
            0, now + w.delay, 0, NULL, 0, now, has_snapshot
        FROM wish w
        ON CONFLICT (id) DO NOTHING
        RETURNING t.id
    )
    SELECT (SELECT count(*) FROM wish), array_agg(a.id) INTO wanted, inserted FROM added a;
    -- Looked for only now: what ended before the insert is visible, and what did not would have been in its way. Where the
    -- transaction has one snapshot for all its statements that is not so, and the first claim looks again.
    SELECT array_agg(i.id) INTO known FROM unnest(inserted) AS i (id)
    WHERE (SELECT 1 FROM ${prefix}task_log g WHERE g.task_id = i.id LIMIT 1) = 1
        OR (SELECT 1 FROM ${prefix}dead d WHERE d.id = i.id) = 1;
    IF known IS NOT NULL THEN
        DELETE FROM ${prefix}task t USING unnest(known) AS k (id) WHERE t.id = k.id;
    END IF;
    IF has_lanes AND short AND (known IS NOT NULL OR coalesce(cardinality(inserted), 0) < wanted) THEN
        -- The first of a lane in this batch may not have come to be, and then the others are behind nothing.
        UPDATE ${prefix}task t SET at_head = true FROM unnest(inserted) AS i (id) WHERE t.id = i.id AND NOT t.at_head;
    END IF;
    IF channel IS NOT NULL AND inserted IS NOT NULL THEN
        PERFORM pg_notify(channel, sender || ' ' || w.queue) FROM (SELECT DISTINCT unnest(queues)) AS w (queue);
    END IF;
    RETURN QUERY SELECT unnest(winners);
END
$$;

-- Due tasks by priority and by time due. For each priority that the caller knows it may give a floor, below which it need not
-- look: entries of tasks that were claimed stay in the index for as long as any old transaction might read them.
-- Nothing here waits. Lanes: a candidate is claimed only when it is its lane's head and no task of its lane is running. One that
-- is behind another leaves the index, under a lock on the one before it, whose end makes it claimable.
CREATE FUNCTION ${prefix}task_claim(
    claimer text, lease bigint, lane_run_max integer, queues text[], tasks_max bigint[], floor_queues text[],
    floor_priorities bigint[], floors bigint[], claimer_node bigint, node_silence bigint
) RETURNS TABLE (
    id text, queue text, kind text, payload bytea, headers text, priority integer, max_attempts integer, lane_key text,
    on_poison text, dedup_key text, fence bigint, attempts integer, redrives integer, enqueued_at bigint,
    due_since bigint, waited bigint, scan_micros bigint, in_doubt boolean, fence_was_used boolean,
    previous_delay bigint
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    now bigint := ${prefix}clock();
    scanned bigint := 0;
    scan_start bigint;
    chosen tid[] := '{}';
    chosen_since bigint[] := '{}';
    any_odd boolean := false;
    reused text[];
    revived_queues text[];
    revived_lanes text[];
    revived_seqs bigint[];
    q text;
    share bigint;
    room bigint;
    wanted bigint;
    look bigint;
    taken bigint;
    below bigint;
    known bigint;
    unseen bigint;
    level bigint;
    after_visible bigint;
    after_seq bigint;
    c_ctids tid[];
    c_visibles bigint[];
    c_lanes text[];
    c_seqs bigint[];
    c_odd boolean;
    c_laned bigint;
    r_ctids tid[];
    r_ords bigint[];
    r_places bigint[];
    r_owned boolean[];
    g_ctids tid[];
    g_visibles bigint[];
    g_odd boolean;
BEGIN
    FOR share IN 1 .. coalesce(cardinality(queues), 0) LOOP
        q := queues[share];
        room := tasks_max[share];
        CONTINUE WHEN (SELECT 1 FROM ${prefix}task_pause p
            WHERE p.queue = q AND (p.until_at IS NULL OR p.until_at > now)) = 1;
        below := 2147483648;
        LOOP
            scan_start := ${prefix}clock();
            SELECT max(f.priority) INTO known FROM unnest(floor_queues, floor_priorities) AS f (queue, priority)
            WHERE f.queue = q AND f.priority < below;
            SELECT t.priority INTO unseen FROM ${prefix}task t
            WHERE t.at_head AND t.queue = q AND t.priority < below AND t.priority > coalesce(known, -2147483649)
            ORDER BY t.priority DESC LIMIT 1;
            level := coalesce(unseen, known);
            scanned := scanned + ${prefix}clock() - scan_start;
            EXIT WHEN level IS NULL;
            below := level;
            after_visible := -9223372036854775808;
            after_seq := -9223372036854775808;
            IF unseen IS NULL THEN
                SELECT CASE WHEN f.floor > 0 THEN f.floor ELSE after_visible END INTO after_visible
                FROM unnest(floor_queues, floor_priorities, floors) AS f (queue, priority, floor)
                WHERE f.queue = q AND f.priority = level;
            END IF;
            look := greatest(1, room / lane_run_max);
            LOOP
                wanted := room;
                scan_start := ${prefix}clock();
                SELECT array_agg(c.ctid), array_agg(c.visible_at), array_agg(c.lane_key), array_agg(c.seq),
                    bool_or(c.is_odd), count(c.lane_key)
                INTO c_ctids, c_visibles, c_lanes, c_seqs, c_odd, c_laned
                FROM (
                    SELECT t.ctid, t.visible_at, t.seq, t.lane_key, t.owner IS NOT NULL OR t.from_snapshot AS is_odd
                    FROM ${prefix}task t
                    WHERE t.at_head AND t.queue = q AND t.priority = level
                        AND (t.visible_at, t.seq) > (after_visible, after_seq) AND t.visible_at <= now
                    ORDER BY t.visible_at, t.seq LIMIT look FOR NO KEY UPDATE SKIP LOCKED
                ) c;
                scanned := scanned + ${prefix}clock() - scan_start;
                EXIT WHEN c_ctids IS NULL;
                IF c_laned = 0 THEN
                    chosen := chosen || c_ctids;
                    chosen_since := chosen_since || c_visibles;
                    any_odd := any_odd OR c_odd;
                    room := room - cardinality(c_ctids);
                ELSE
                    -- The heads among them, each with what follows in its lane and is due. What one claim had and left
                    -- behind is taken over as a whole, whatever room there is: its old owner would go on with the rest.
                    SELECT array_agg(r.ctid), array_agg(r.ord), array_agg(r.place), array_agg(r.is_owned)
                    INTO r_ctids, r_ords, r_places, r_owned
                    FROM (
                        SELECT n.ctid, h.ord, n.place, n.is_owned, bool_and(n.visible_at <= now)
                            OVER (PARTITION BY h.ord ORDER BY n.place) AS is_due
                        FROM (
                            SELECT w.lane_key, min(w.seq) AS seq, (array_agg(w.ord ORDER BY w.seq))[1] AS ord
                            FROM unnest(c_lanes, c_seqs) WITH ORDINALITY AS w (lane_key, seq, ord)
                            WHERE w.lane_key IS NOT NULL GROUP BY w.lane_key
                        ) h CROSS JOIN LATERAL (
                            SELECT m.ctid, m.visible_at, m.is_owned, row_number() OVER (ORDER BY m.seq) AS place
                            FROM (
                                SELECT t.ctid, t.visible_at, t.seq, t.owner IS NOT NULL AS is_owned FROM ${prefix}task t
                                WHERE t.queue = q AND t.lane_key = h.lane_key AND t.seq >= h.seq
                                ORDER BY t.seq LIMIT greatest(lane_run_max, (SELECT count(*) FROM ${prefix}task o
                                    WHERE o.queue = q AND o.lane_key = h.lane_key AND o.owner IS NOT NULL))
                            ) m
                        ) n
                        WHERE (SELECT 1 FROM ${prefix}task e
                                WHERE e.queue = q AND e.lane_key = h.lane_key AND e.seq < h.seq LIMIT 1) IS NULL
                            AND (SELECT 1 FROM ${prefix}dead d WHERE d.queue = q AND d.lane_key = h.lane_key
                                AND d.on_poison = 'PARK' AND d.discarded_at IS NULL LIMIT 1) IS NULL
                            AND (SELECT 1 FROM ${prefix}task o WHERE o.queue = q AND o.lane_key = h.lane_key
                                AND o.owner IS NOT NULL AND o.visible_at > now LIMIT 1) IS NULL
                    ) r
                    WHERE r.is_due;
                    -- A run ends before the first locked task. If that one was left behind, its end is being written, and the
                    -- lane is skipped.
                    SELECT array_agg(g.ctid ORDER BY g.ord, g.place), array_agg(g.visible_at ORDER BY g.ord, g.place),
                        bool_or(g.is_odd)
                    INTO g_ctids, g_visibles, g_odd
                    FROM (
                        SELECT s.*, min(s.nth) OVER (PARTITION BY s.ord) AS first_nth
                        FROM (
                            SELECT u.*, row_number() OVER (ORDER BY u.ord, u.place) AS nth
                            FROM (
                                SELECT l.ctid, l.visible_at, l.is_odd, w.is_owned, w.ord, w.place,
                                    count(l.ctid) OVER (PARTITION BY w.ord ORDER BY w.place) AS reached,
                                    bool_or(w.is_owned AND l.ctid IS NULL) OVER (PARTITION BY w.ord) AS is_ending
                                FROM unnest(r_ctids, r_ords, r_places, r_owned) AS w (ctid, ord, place, is_owned)
                                LEFT JOIN LATERAL (
                                    SELECT t.ctid, t.visible_at, t.owner IS NOT NULL OR t.from_snapshot AS is_odd
                                    FROM ${prefix}task t WHERE t.ctid = w.ctid AND t.visible_at <= now
                                    FOR NO KEY UPDATE SKIP LOCKED
                                ) l ON true
                                UNION ALL
                                SELECT w.ctid, w.visible_at, c_odd, false, w.ord, 1, 1, false
                                FROM unnest(c_ctids, c_visibles, c_lanes)
                                    WITH ORDINALITY AS w (ctid, visible_at, lane_key, ord)
                                WHERE w.lane_key IS NULL
                            ) u
                            WHERE u.ctid IS NOT NULL AND u.reached = u.place AND NOT u.is_ending
                        ) s
                    ) g
                    WHERE g.nth <= wanted OR (g.is_owned AND g.first_nth <= wanted);
                    IF g_ctids IS NOT NULL THEN
                        chosen := chosen || g_ctids;
                        chosen_since := chosen_since || g_visibles;
                        any_odd := any_odd OR g_odd;
                        room := room - cardinality(g_ctids);
                    END IF;
                    UPDATE ${prefix}task t SET at_head = false
                    FROM (
                        SELECT a.ctid, max(a.lane_key) AS lane_key, max(a.seq) AS seq
                        FROM (
                            SELECT u.ctid, u.lane_key, u.seq, false AS is_chosen
                            FROM unnest(c_ctids, c_lanes, c_seqs) AS u (ctid, lane_key, seq) WHERE u.lane_key IS NOT NULL
                            UNION ALL
                            SELECT unnest(chosen), NULL, NULL, true
                        ) a
                        GROUP BY a.ctid HAVING NOT bool_or(a.is_chosen)
                    ) w
                    WHERE t.ctid = w.ctid AND (
                        (SELECT 1 FROM ${prefix}task e WHERE e.queue = q AND e.lane_key = w.lane_key AND e.seq < w.seq
                            ORDER BY e.seq DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED) = 1
                        OR (SELECT 1 FROM ${prefix}dead d WHERE d.queue = q AND d.lane_key = w.lane_key
                            AND d.on_poison = 'PARK' AND d.discarded_at IS NULL LIMIT 1 FOR KEY SHARE SKIP LOCKED) = 1);
                END IF;
                EXIT WHEN room <= 0 OR cardinality(c_ctids) < look;
                after_visible := c_visibles[look];
                after_seq := c_seqs[look];
                -- As many as are likely to fill the rest, because locked tasks that are not claimed are lost to other claims.
                taken := wanted - room;
                look := least(room, CASE WHEN taken = 0 THEN 2 * look ELSE (room * look + taken - 1) / taken END);
            END LOOP;
            EXIT WHEN room <= 0;
        END LOOP;
    END LOOP;
    IF any_odd THEN
        WITH gone AS (
            DELETE FROM ${prefix}task t WHERE t.ctid = ANY (chosen) AND t.from_snapshot AND (
                (SELECT 1 FROM ${prefix}task_log g WHERE g.task_id = t.id AND g.ended_at IS NOT NULL LIMIT 1) = 1
                OR (SELECT 1 FROM ${prefix}dead d WHERE d.id = t.id) = 1)
            RETURNING t.queue, t.lane_key, t.seq
        )
        SELECT array_agg(g.queue), array_agg(g.lane_key), array_agg(g.seq)
        INTO revived_queues, revived_lanes, revived_seqs FROM gone g WHERE g.lane_key IS NOT NULL;
        IF revived_seqs IS NOT NULL THEN
            -- Calling up the next of a lane moves its row, so that it would be missing among the chosen, and those behind it
            -- would be given without it: such a lane waits for the next claim.
            SELECT coalesce(array_agg(w.ctid ORDER BY w.ord), '{}'), coalesce(array_agg(w.since ORDER BY w.ord), '{}')
            INTO chosen, chosen_since
            FROM unnest(chosen, chosen_since) WITH ORDINALITY AS w (ctid, since, ord)
            JOIN ${prefix}task t ON t.ctid = w.ctid
            WHERE t.lane_key IS NULL OR NOT EXISTS (SELECT 1 FROM unnest(revived_queues, revived_lanes) AS r (queue, lane_key)
                WHERE r.queue = t.queue AND r.lane_key = t.lane_key);
            PERFORM ${prefix}task_promote(revived_queues, revived_lanes, revived_seqs);
        END IF;
        -- A fence that has a line already came from a backup or by hand. Its task must not keep others from being claimed: it
        -- continues above all its lines, and is reported to the caller.
        WITH logged AS (
            INSERT INTO ${prefix}task_log AS g (task_id, fence, queue, kind, event, attempt, at, who, words)
            SELECT t.id, t.fence, t.queue, t.kind, 'ABANDONED', t.attempts, now, t.owner,
                'the lease was over, and ' || claimer || ' claimed it'
            FROM ${prefix}task t WHERE t.ctid = ANY (chosen) AND t.owner IS NOT NULL
            ON CONFLICT DO NOTHING RETURNING g.task_id
        )
        SELECT array_agg(t.id) INTO reused FROM ${prefix}task t
        WHERE t.ctid = ANY (chosen) AND t.owner IS NOT NULL AND t.id <> ALL (SELECT l.task_id FROM logged l);
    END IF;
    -- A claim is a heartbeat, where the last one is not recent: nobody may take over between it and the next.
    IF claimer_node IS NOT NULL AND cardinality(chosen) > 0 AND (SELECT 1 FROM ${prefix}task_node n
            WHERE n.incarnation = claimer_node AND n.running > 0 AND abs(now - n.beat_at) < node_silence / 2) IS NULL THEN
        INSERT INTO ${prefix}task_node AS n (incarnation, name, since_at, beat_at, running, lease, silence, take_overs)
        VALUES (claimer_node, claimer, now, now, 1, lease, node_silence, 0)
        ON CONFLICT (incarnation) DO UPDATE SET beat_at = excluded.beat_at, running = greatest(n.running, 1),
            lease = excluded.lease, silence = excluded.silence;
    END IF;
    RETURN QUERY
        WITH given AS (
            UPDATE ${prefix}task t
            SET visible_at = now + lease, attempts = least(t.attempts, 2147483646) + 1, owner = claimer, at_head = true,
                node = claimer_node,
                in_doubt = t.in_doubt OR t.owner IS NOT NULL, from_snapshot = false,
                fence = 1 + CASE WHEN t.id = ANY (reused)
                    THEN (SELECT max(g.fence) FROM ${prefix}task_log g WHERE g.task_id = t.id) ELSE t.fence END
            FROM unnest(chosen, chosen_since) WITH ORDINALITY AS w (ctid, since, ord)
            WHERE t.ctid = w.ctid
            RETURNING t.*, w.since, w.ord
        )
        SELECT g.id, g.queue, g.kind, g.payload, g.headers, g.priority, g.max_attempts, g.lane_key, g.on_poison,
            g.dedup_key, g.fence, g.attempts, g.redrives, g.enqueued_at, g.since, now - greatest(g.since, 0),
            scanned, g.in_doubt, coalesce(g.id = ANY (reused), false), g.previous_delay
        FROM given g ORDER BY g.ord;
END
$$;

-- Leases and ends wait no longer than lock_wait for another transaction, because other tasks of the batch wait with them; with
-- NULL the transaction's own settings hold.
CREATE FUNCTION ${prefix}task_extend(ids text[], fences bigint[], leases bigint[], lock_wait text)
RETURNS SETOF bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
BEGIN
    IF lock_wait IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_wait, true);
    END IF;
    RETURN QUERY
        UPDATE ${prefix}task t SET visible_at = ${prefix}clock() + w.lease
        FROM unnest(ids, fences, leases) WITH ORDINALITY AS w (id, fence, lease, ord)
        WHERE t.id = w.id AND t.fence = w.fence AND t.owner IS NOT NULL
        RETURNING w.ord;
END
$$;

-- Returns which claims have ended this way, now or by an earlier call whose reply was lost, and without a claim the queues in
-- which a task may have become claimable. For a task that ended now the rest is its status. GONE is DONE without a line, where no earlier line and no dedup key would be left behind.
CREATE FUNCTION ${prefix}task_finish(
    ids text[], fences bigint[], events text[], delays bigint[], words text[], signatures text[], results bytea[],
    doubts bigint[], stack_traces text[], lock_wait text
) RETURNS TABLE (ord bigint, queue text, kind text, attempts integer, at bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    now bigint := ${prefix}clock();
    ended bigint[];
    ended_queues text[];
    ended_kinds text[];
    ended_attempts integer[];
    back bigint[];
    back_queues text[];
    lane_queues text[];
    lane_keys text[];
    lane_seqs bigint[];
BEGIN
    IF lock_wait IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_wait, true);
    END IF;
    WITH gone AS (
        DELETE FROM ${prefix}task t
        USING unnest(ids, fences, events, words, signatures, results, doubts, stack_traces) WITH ORDINALITY
            AS w (id, fence, event, words, signature, result, doubt, stack_trace, ord)
        WHERE t.id = w.id AND t.fence = w.fence AND t.owner IS NOT NULL AND w.event IN ('DONE', 'REJECTED', 'DIED', 'GONE')
        RETURNING t.*, w.event, w.words, w.signature, w.result, w.doubt, w.stack_trace, w.ord
    ), logged AS (
        INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words, bytes, ended_at)
        SELECT g.id, g.fence, g.queue, g.kind, CASE WHEN g.event = 'GONE' THEN 'DONE' ELSE g.event END, g.attempts, now,
            g.owner, g.words, g.result, CASE WHEN g.event <> 'DIED' THEN now END
        FROM gone g
        WHERE g.event <> 'GONE' OR g.fence > 1 OR g.dedup_key IS NOT NULL OR g.lane_key IS NOT NULL
    ), letters AS (
        INSERT INTO ${prefix}dead (id, queue, kind, payload, headers, priority, max_attempts, lane_key, on_poison, dedup_key,
            seq, attempts, fence, redrives, enqueued_at, reason, signature, died_at, in_doubt,
            stack_trace)
        SELECT g.id, g.queue, g.kind, g.payload, g.headers, g.priority, g.max_attempts, g.lane_key, g.on_poison, g.dedup_key,
            g.seq, g.attempts, g.fence, g.redrives, g.enqueued_at, g.words, g.signature, now, g.doubt = 1,
            g.stack_trace
        FROM gone g WHERE g.event = 'DIED'
    )
    SELECT array_agg(g.ord), array_agg(g.queue), array_agg(g.kind), array_agg(g.attempts),
        array_agg(g.queue) FILTER (WHERE g.goes_on), array_agg(g.lane_key) FILTER (WHERE g.goes_on),
        array_agg(g.seq) FILTER (WHERE g.goes_on)
    INTO ended, ended_queues, ended_kinds, ended_attempts, lane_queues, lane_keys, lane_seqs
    FROM (SELECT o.*, o.lane_key IS NOT NULL AND NOT (o.event = 'DIED' AND o.on_poison = 'PARK') AS goes_on FROM gone o) g;
    IF lane_seqs IS NOT NULL THEN
        PERFORM ${prefix}task_promote(lane_queues, lane_keys, lane_seqs);
        RETURN QUERY SELECT DISTINCT NULL::bigint, unnest(lane_queues), NULL, NULL::integer, NULL::bigint;
    END IF;
    RETURN QUERY
        SELECT e.ord, e.queue, e.kind, e.attempts, now
        FROM unnest(ended, ended_queues, ended_kinds, ended_attempts) AS e (ord, queue, kind, attempts);
    IF cardinality(ended) = cardinality(ids) THEN
        RETURN;
    END IF;
    WITH held AS MATERIALIZED (
        SELECT t.id, t.fence, t.queue, t.kind, t.attempts, t.owner, w.event, w.delay, w.words, w.doubt, w.ord
        FROM unnest(ids, fences, events, delays, words, doubts) WITH ORDINALITY
            AS w (id, fence, event, delay, words, doubt, ord)
        JOIN ${prefix}task t ON t.id = w.id AND t.fence = w.fence
        WHERE t.owner IS NOT NULL AND w.event IN ('RETRIED', 'RELEASED')
        FOR NO KEY UPDATE OF t
    ), logged AS (
        INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words)
        SELECT h.id, h.fence, h.queue, h.kind, h.event, h.attempts, now, h.owner, h.words
        FROM held h WHERE h.event = 'RETRIED'
    ), given_back AS (
        UPDATE ${prefix}task t
        SET owner = NULL, visible_at = now + h.delay, in_doubt = h.doubt = 1,
            previous_delay = CASE WHEN h.event = 'RELEASED' THEN t.previous_delay ELSE h.delay END,
            attempts = CASE WHEN h.event = 'RELEASED' THEN t.attempts - 1 ELSE t.attempts END
        FROM held h WHERE t.id = h.id AND t.fence = h.fence
    )
    SELECT array_agg(h.ord), array_agg(DISTINCT h.queue) INTO back, back_queues FROM held h;
    RETURN QUERY SELECT NULL::bigint, unnest(back_queues), NULL, NULL::integer, NULL::bigint;
    RETURN QUERY
        SELECT w.ord, NULL, NULL, NULL::integer, NULL::bigint
        FROM unnest(ids, fences, events) WITH ORDINALITY AS w (id, fence, event, ord)
        WHERE w.ord <> ALL (coalesce(ended, '{}')) AND (w.ord = ANY (back) OR CASE
            WHEN w.event = 'RELEASED' THEN (SELECT 1 FROM ${prefix}task t
                    WHERE t.id = w.id AND t.fence = w.fence AND t.owner IS NULL) = 1
                AND (SELECT 1 FROM ${prefix}task_log g WHERE g.task_id = w.id AND g.fence = w.fence) IS NULL
            ELSE (SELECT 1 FROM ${prefix}task_log g
                WHERE g.task_id = w.id AND g.fence = w.fence
                    AND g.event = CASE WHEN w.event = 'GONE' THEN 'DONE' ELSE w.event END) = 1
            END);
END
$$;

CREATE FUNCTION ${prefix}task_cancel(ids text[], reason text, person text)
RETURNS TABLE (ord bigint, queue text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    now bigint := ${prefix}clock();
    ords bigint[];
    queues text[];
    lane_keys text[];
    seqs bigint[];
BEGIN
    WITH gone AS (
        DELETE FROM ${prefix}task t USING unnest(ids) WITH ORDINALITY AS w (id, ord) WHERE t.id = w.id
        RETURNING t.id, t.fence, t.queue, t.kind, t.attempts, t.lane_key, t.seq, w.ord
    ), logged AS (
        INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words, ended_at)
        SELECT g.id, g.fence + 1, g.queue, g.kind, 'CANCELLED', g.attempts, now, person, reason, now FROM gone g
    )
    SELECT array_agg(g.ord), array_agg(g.queue), array_agg(g.lane_key), array_agg(g.seq)
    INTO ords, queues, lane_keys, seqs FROM gone g;
    IF array_length(array_remove(lane_keys, NULL), 1) > 0 THEN
        PERFORM ${prefix}task_promote(queues, lane_keys, seqs);
    END IF;
    RETURN QUERY SELECT * FROM unnest(ords, queues);
END
$$;

-- Notes: small texts beside the tasks.
CREATE TABLE ${prefix}note (
    name       text COLLATE "C" NOT NULL PRIMARY KEY,
    content    text COLLATE "C" NOT NULL,
    written_at bigint           NOT NULL
);
