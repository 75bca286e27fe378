-- What asks for a decision about a critical call is sent before what came earlier and matters less.
ALTER TABLE deliveries ADD COLUMN urgency smallint NOT NULL DEFAULT 0;

-- The next of a recipient, per urgency.
CREATE INDEX deliveries_next ON deliveries (gateway_id, channel, urgency, next_attempt_at) WHERE state = 'waiting';
DROP INDEX deliveries_waiting;

-- The recipients of a channel, each found by one step, however much waits for them.
CREATE INDEX deliveries_people ON deliveries (channel, gateway_id) WHERE state = 'waiting' AND channel <> 'callback';
DROP INDEX deliveries_channel_due;
