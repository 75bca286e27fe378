-- What a call demands of those who decide it: a list with one member for each policy by which it waits, null where none asks for anything.
-- The one definition, for queries and pages alike. The database computes it, so that rows which an earlier version writes have it as well.
CREATE FUNCTION seats_of(policy jsonb, edit_policies jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT jsonb_agg(jsonb_build_object(
      'policy', p.one -> 'name',
      -- Each seat: for how many people, and who may take it once the call has waited so long. Names nobody: everybody who may decide.
      'seats', jsonb_build_array(jsonb_build_object(
        'count', coalesce(p.one #> '{require,approvals}', '1'),
        'takers', jsonb_build_array('{"afterSeconds": 0, "roles": [], "people": [], "groups": []}' || coalesce(p.one #> '{require,deciders}', '{}'))
          || CASE WHEN jsonb_typeof(p.one #> '{require,escalate}') = 'object'
                  THEN jsonb_build_array('{"roles": [], "people": [], "groups": []}' || (p.one #> '{require,escalate}')) ELSE '[]' END)),
      'separation', '{"requester": false, "editor": false, "owner": false}' || coalesce(p.one #> '{require,separation}', '{}'),
      'passkey', coalesce(p.one #> '{require,passkey}', 'false')) ORDER BY p.at)
  FROM jsonb_array_elements(jsonb_build_array(policy) || coalesce(edit_policies, '[]')) WITH ORDINALITY p (one, at)
  WHERE jsonb_typeof(p.one -> 'require') = 'object'
$$;

ALTER TABLE approvals ADD COLUMN seats JSONB
  GENERATED ALWAYS AS (CASE WHEN policy IS NULL AND edit_policies IS NULL THEN NULL ELSE seats_of(policy, edit_policies) END) STORED;
