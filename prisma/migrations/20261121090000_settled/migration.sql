-- Calls that went wrong and that somebody has dealt with since: who, when, and in which words. For everybody, unlike a snooze.
ALTER TABLE "approvals"
  ADD COLUMN "settled_at" TIMESTAMPTZ(3),
  ADD COLUMN "settled_by" TEXT,
  ADD COLUMN "settled_note" TEXT;

/* What needs attention, said once: the list, the bell, the mark's own statement and the index all ask this. Without a mark (null) it says
   whether something is wrong at all. It is one expression, so that the planner reads through it and finds the index. */
CREATE FUNCTION needs_attention(execution execution_state, delivery delivery_state, settled_at timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (execution IN ('failed', 'unknown', 'lapsed') OR delivery = 'dead') AND settled_at IS NULL $$;

DROP INDEX approvals_attention;
CREATE INDEX approvals_attention ON approvals (tenant_id, updated_at DESC, id DESC)
  WHERE needs_attention(execution, delivery, settled_at);

-- A mark stands only on what is wrong, and always says whose it is.
ALTER TABLE approvals
  ADD CONSTRAINT approvals_settled CHECK (settled_at IS NULL OR needs_attention(execution, delivery, NULL)),
  ADD CONSTRAINT approvals_settled_by CHECK ((settled_at IS NULL) = (settled_by IS NULL) AND (settled_at IS NOT NULL OR settled_note IS NULL)),
  ADD CONSTRAINT approvals_settled_note CHECK (char_length(settled_note) <= 500);

/* The mark ends when something goes wrong anew, also the same thing a second time (a callback that dies again after it was sent again is
   written as dead over dead), and when nothing is wrong any more. Whoever writes: it happens in that write, under its lock on the row, so
   that a mark put there before is taken away and one put there after has seen it. */
CREATE FUNCTION end_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settled_at := NULL;
  NEW.settled_by := NULL;
  NEW.settled_note := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER end_settled_by_execution BEFORE UPDATE OF execution ON approvals FOR EACH ROW
  WHEN (OLD.settled_at IS NOT NULL
        AND (needs_attention(NEW.execution, 'none', NULL) OR NOT needs_attention(NEW.execution, NEW.delivery, NULL)))
  EXECUTE FUNCTION end_settled();
CREATE TRIGGER end_settled_by_delivery BEFORE UPDATE OF delivery ON approvals FOR EACH ROW
  WHEN (OLD.settled_at IS NOT NULL
        AND (needs_attention('none', NEW.delivery, NULL) OR NOT needs_attention(NEW.execution, NEW.delivery, NULL)))
  EXECUTE FUNCTION end_settled();
