-- Issues of earlier rules are found by the fingerprints that their reports had: nothing reads this index.
DROP INDEX IF EXISTS feedback_issues_former;
