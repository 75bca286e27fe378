-- Which of those who agreed could no longer decide when a call was approved. Of what was decided before, nobody knows.

ALTER TABLE votes ADD COLUMN lapsed BOOLEAN NOT NULL DEFAULT false;
