-- The tables for SQLite; dialect.go replaces what differs in PostgreSQL.

CREATE TABLE IF NOT EXISTS worlds (
	world    text   NOT NULL PRIMARY KEY,
	sequence bigint NOT NULL -- of the last inserted document
);

-- key.go encodes names and values in keys. details is JSON.
CREATE TABLE IF NOT EXISTS documents (
	world    text   NOT NULL,
	kind     text   NOT NULL,
	id       text   NOT NULL,
	sequence bigint NOT NULL,
	version  bigint NOT NULL,
	changed  text   NOT NULL,
	details  text   NOT NULL,
	body     text   NOT NULL,
	PRIMARY KEY (world, kind, id),
	UNIQUE (world, kind, sequence)
);

-- The index of documents.
CREATE TABLE IF NOT EXISTS attributes (
	world    text   NOT NULL,
	kind     text   NOT NULL,
	field    text   NOT NULL,
	value    text   NOT NULL,
	sequence bigint NOT NULL,
	PRIMARY KEY (world, kind, field, value, sequence),
	FOREIGN KEY (world, kind, sequence) REFERENCES documents (world, kind, sequence) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS attributes_of ON attributes (world, kind, sequence, field, value);

-- The parents of documents. A deletion names the document and all of its parts in one
-- statement. One that forgets a part, so that it would outlive a parent, cannot commit.
CREATE TABLE IF NOT EXISTS links (
	world       text   NOT NULL,
	parent_kind text   NOT NULL,
	parent_id   text   NOT NULL,
	kind        text   NOT NULL,
	sequence    bigint NOT NULL,
	id          text   NOT NULL,
	PRIMARY KEY (world, parent_kind, parent_id, kind, sequence),
	FOREIGN KEY (world, parent_kind, parent_id) REFERENCES documents (world, kind, id) DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (world, kind, sequence) REFERENCES documents (world, kind, sequence) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS links_of ON links (world, kind, sequence);

CREATE TABLE IF NOT EXISTS counters (
	world text   NOT NULL,
	name  text   NOT NULL,
	value bigint NOT NULL,
	PRIMARY KEY (world, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS versions (
	version bigint NOT NULL PRIMARY KEY -- of these tables
);
