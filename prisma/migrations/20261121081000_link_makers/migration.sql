-- Who made a one-time link, by id: two people may have one name, and a link must not outlive its maker's right to make it.

ALTER TABLE person_links ADD COLUMN created_by_id uuid;
CREATE INDEX person_links_created_by_id_idx ON person_links (created_by_id);

UPDATE person_links l SET created_by_id = u.id FROM users u
WHERE u.name = l.created_by AND NOT EXISTS (SELECT 1 FROM users o WHERE o.name = u.name AND o.id <> u.id);

-- Whoever may not make links has none open; where the maker cannot be told, the link is withdrawn and can be made again.
UPDATE person_links l SET revoked_at = clock_timestamp()
WHERE used_at IS NULL AND revoked_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM users u WHERE u.id = l.created_by_id AND u.role = 'admin' AND u.all_tenants AND u.disabled_at IS NULL);
ALTER TABLE person_links ADD CONSTRAINT person_links_maker
  CHECK (created_by_id IS NOT NULL OR used_at IS NOT NULL OR revoked_at IS NOT NULL);
