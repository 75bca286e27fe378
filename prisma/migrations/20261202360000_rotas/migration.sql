-- Groups of people of which, at each hour, those on duty decide.

-- AlterTable
ALTER TABLE "groups" ADD COLUMN     "rota" JSONB;


-- What Prisma's schema language cannot say.

-- Whether a moment falls into hours of the week on the wall of a zone: {"weekdays": ["fri"], "from": "22:00", "to": "06:00"}. No weekdays:
-- every day; no times: all day; an end before the beginning is on the next day, and the weekday is the one on which it began. A zone
-- that this server does not know, as after a move to another one, holds nothing, and stops nothing else.
CREATE FUNCTION is_within_hours(hours jsonb, zone text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamp;
  clock text;
  day boolean;
  before boolean;
BEGIN
  here := moment AT TIME ZONE zone;
  clock := to_char(here, 'HH24:MI');
  day := jsonb_array_length(hours->'weekdays') = 0 OR jsonb_exists(hours->'weekdays', to_char(here, 'dy'));
  before := jsonb_array_length(hours->'weekdays') = 0 OR jsonb_exists(hours->'weekdays', to_char(here - interval '1 day', 'dy'));
  IF hours->>'from' IS NULL THEN RETURN day; END IF;
  IF (hours->>'from') COLLATE "C" < (hours->>'to') COLLATE "C" THEN
    RETURN day AND clock COLLATE "C" >= hours->>'from' AND clock COLLATE "C" < hours->>'to';
  END IF;
  RETURN (day AND clock COLLATE "C" >= hours->>'from') OR (before AND clock COLLATE "C" < hours->>'to');
EXCEPTION WHEN invalid_parameter_value THEN RETURN false;
END $$;
