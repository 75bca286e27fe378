-- An issue that came back or was declined has no version with the fix any more.
SELECT set_config('countersign.tenants', '*', true);
UPDATE feedback_issues SET fixed_in = NULL
WHERE fixed_in IS NOT NULL AND (state IN ('regressed', 'declined') OR returns_to = 'regressed');
SELECT set_config('countersign.tenants', '', true);

-- A snooze waits for the end of a merge.
ALTER TABLE feedback_issues DROP CONSTRAINT feedback_issue_snoozed,
  ADD CONSTRAINT feedback_issue_snoozed CHECK (
    CASE state WHEN 'snoozed' THEN snoozed_at IS NOT NULL WHEN 'merged' THEN true ELSE snoozed_at IS NULL END);
