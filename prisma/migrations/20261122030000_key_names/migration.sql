/* Keys that people chose for themselves are kept under what they are for; two of these have the product's words now. */
UPDATE users SET preferences = jsonb_set(
  preferences, '{keys,remap}',
  (SELECT jsonb_object_agg(CASE k.key WHEN 'claim' THEN 'assign' WHEN 'settle' THEN 'acknowledge' ELSE k.key END, k.value)
   FROM jsonb_each(preferences -> 'keys' -> 'remap') k))
WHERE preferences -> 'keys' -> 'remap' ?| ARRAY['claim', 'settle'];
