-- What was before a person as they decided: kept with their vote. Of votes given before, nobody knows.

ALTER TABLE votes ADD COLUMN seen JSONB;
