/* What decisions cost people and agents. The list of decided calls and its figures are read from the index alone: it holds all that
   either is narrowed by (lib/approvals/pace.ts, lib/approvals/queue/ends.ts) or told by (lib/insights/friction). None of these columns
   changes once a call is decided. */
DROP INDEX approvals_decided;
CREATE INDEX approvals_decided ON approvals (tenant_id, decided_at DESC, id DESC)
  INCLUDE (decision, risk, held_because, revision, created_at, gateway_id, tool_id, provider, tool, agent)
  WHERE decision <> 'pending';

-- What one person voted on, newest first. By the text of the id: the votes of one call, whose givers are looked up by id, are never read by it.
CREATE INDEX votes_by_person ON votes (tenant_id, (user_id::text), id DESC);
