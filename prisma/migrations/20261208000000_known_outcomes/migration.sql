-- What a person found out about a call whose outcome its gateway does not know: {ran, note, by, by_id, at}. And of a call that waits
-- because of such an earlier call: that one.
ALTER TABLE approvals ADD COLUMN known_outcome JSONB, ADD COLUMN unknown_of UUID;
