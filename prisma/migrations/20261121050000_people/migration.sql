-- What a person prefers, names of personal tokens, and one-time links: invitations and new passwords.

ALTER TABLE users ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}';
ALTER TABLE personal_tokens ADD COLUMN name text NOT NULL DEFAULT '';

CREATE TABLE person_links (
    id uuid NOT NULL,
    kind text NOT NULL,
    hash text NOT NULL,
    email text NOT NULL,
    role role,
    all_tenants boolean NOT NULL DEFAULT true,
    tenant_ids uuid[] NOT NULL DEFAULT '{}',
    user_id uuid,
    created_by text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3),
    revoked_at timestamptz(3),
    CONSTRAINT person_links_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX person_links_hash_key ON person_links (hash);
CREATE INDEX person_links_user_id_idx ON person_links (user_id);
CREATE INDEX person_links_email_idx ON person_links (email);
ALTER TABLE person_links
  ADD CONSTRAINT person_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT person_links_kind CHECK (kind IN ('invitation', 'password')),
  ADD CONSTRAINT person_links_email_lower CHECK (email = lower(email)),
  -- An invitation says what the person may; a new password belongs to somebody.
  ADD CONSTRAINT person_links_subject CHECK (
    CASE kind WHEN 'invitation' THEN role IS NOT NULL ELSE role IS NULL AND user_id IS NOT NULL END),
  ADD CONSTRAINT person_links_limits CHECK (all_tenants = (cardinality(tenant_ids) = 0));

-- One open invitation an address, and one open way to a new password a person.
CREATE UNIQUE INDEX person_links_open ON person_links (kind, email) WHERE used_at IS NULL AND revoked_at IS NULL;

-- The list of people is searched by typed fragments and paged by name.
CREATE INDEX users_by_name ON users (lower(name), id);
