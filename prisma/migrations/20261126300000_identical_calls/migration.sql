-- Identical calls that wait are looked up once for each row of a page. With the tenant first, several indexes could serve such a look-up,
-- and without statistics the planner took one that holds all of the tenant's calls. What two calls have in common is in this one alone.
CREATE INDEX approvals_identical ON approvals (fold, decide_by, id) WHERE decision = 'pending';
DROP INDEX approvals_fold;
