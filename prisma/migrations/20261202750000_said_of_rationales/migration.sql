-- What stood there before somebody said something of rationales, so that they can take it back.
alter table rationale_bank add column before jsonb;
alter table intent_links add column before jsonb;
