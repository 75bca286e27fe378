-- Where an intent is on the map of its tenant, from 0 to 1. Null until the next grouping draws it.
ALTER TABLE intents ADD COLUMN map_x real, ADD COLUMN map_y real;
