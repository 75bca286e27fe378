-- Nothing forgets an intent: its templates and counts outlive the calls.
ALTER TABLE former_intents DROP CONSTRAINT former_intent_why,
  ADD CONSTRAINT former_intent_why CHECK (why IN ('merged', 'undone', 'regrouped'));
