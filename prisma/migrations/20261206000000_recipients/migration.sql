-- A delivery names its recipient, by kind and id (gateway_id), and the channel that carries it. Constant defaults: no row is
-- rewritten, and the version before goes on owing gateways their callbacks while it still runs.
ALTER TABLE deliveries
  ADD COLUMN recipient_kind TEXT NOT NULL DEFAULT 'gateway',
  ADD COLUMN channel TEXT NOT NULL DEFAULT 'callback';

-- A notice that no gateway is told of stands in no feed.
ALTER TABLE outbox_events ALTER COLUMN gateway_id DROP NOT NULL;
