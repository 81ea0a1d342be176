-- The tables for SQLite; dialect.go replaces what differs in PostgreSQL.

-- The documents and counters of a world are its content, which has a random number. So a world gets
-- another content at once, however large, and the old one is deleted later.
CREATE TABLE IF NOT EXISTS worlds (
	world    text   NOT NULL PRIMARY KEY,
	content  bigint NOT NULL,
	sequence bigint NOT NULL -- of the last inserted document
);

-- Contents that no world has: those that are being filled, and those to delete.
CREATE TABLE IF NOT EXISTS loose (
	content bigint NOT NULL PRIMARY KEY,
	touched bigint NOT NULL -- when it was last written, in seconds; 0 if it is to be deleted
);

-- key.go encodes names and values in keys. details is JSON.
CREATE TABLE IF NOT EXISTS documents (
	content  bigint NOT NULL,
	kind     text   NOT NULL,
	id       text   NOT NULL,
	sequence bigint NOT NULL,
	version  bigint NOT NULL,
	changed  text   NOT NULL,
	details  text   NOT NULL,
	body     text   NOT NULL,
	PRIMARY KEY (content, kind, id),
	UNIQUE (content, kind, sequence)
);

-- The index of documents.
CREATE TABLE IF NOT EXISTS attributes (
	content  bigint NOT NULL,
	kind     text   NOT NULL,
	field    text   NOT NULL,
	value    text   NOT NULL,
	sequence bigint NOT NULL,
	PRIMARY KEY (content, kind, field, value, sequence),
	FOREIGN KEY (content, kind, sequence) REFERENCES documents (content, kind, sequence) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS attributes_of ON attributes (content, kind, sequence, field, value);

-- The parents of documents. A deletion names the document and all of its parts in one
-- statement. One that forgets a part, so that it would outlive a parent, cannot commit.
CREATE TABLE IF NOT EXISTS links (
	content     bigint NOT NULL,
	parent_kind text   NOT NULL,
	parent_id   text   NOT NULL,
	kind        text   NOT NULL,
	sequence    bigint NOT NULL,
	id          text   NOT NULL,
	PRIMARY KEY (content, parent_kind, parent_id, kind, sequence),
	FOREIGN KEY (content, parent_kind, parent_id) REFERENCES documents (content, kind, id) DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (content, kind, sequence) REFERENCES documents (content, kind, sequence) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS links_of ON links (content, kind, sequence);

CREATE TABLE IF NOT EXISTS counters (
	content bigint NOT NULL,
	name    text   NOT NULL,
	value   bigint NOT NULL,
	PRIMARY KEY (content, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS versions (
	version bigint NOT NULL PRIMARY KEY -- of these tables
);
