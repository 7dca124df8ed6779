"""The shape of a database: tables, constraints, indexes and guards, a line each, to be compared with what we made.

The lines of a database that this version made are kept beside the migrations. To write them anew after a migration:

    python -m croupier.house.database.shape ADDRESS > src/croupier/house/database/migrations/shape/sqlite.txt
"""

import re
import sys

from sqlalchemy import Connection, text

from croupier.house.database.migrations import FOLDER

KEPT = FOLDER / "shape"

SQLITE = (
    "SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || coalesce(sql, 'its own') FROM sqlite_master"
    " WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'",
)

# Each asks only for what is in the schema that is in use, and not for what an extension brought.
POSTGRESQL = (
    # Columns, and whether rows may be hidden from some.
    "SELECT 'column ' || c.relname || '.' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod)"
    " || coalesce(' collate ' || (SELECT collname FROM pg_collation AS k WHERE k.oid = a.attcollation), '')"
    " || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END"
    " || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')"
    " FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid"
    " LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum"
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')"
    " AND a.attnum > 0 AND NOT a.attisdropped",
    "SELECT 'table ' || relname || ': ' || CAST(relkind AS text)"
    " || CASE WHEN relrowsecurity THEN ' hides rows' ELSE '' END"
    " FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')",
    "SELECT 'constraint ' || c.relname || '.' || k.conname || ': ' || pg_get_constraintdef(k.oid)"
    " || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END"
    " FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid"
    " WHERE k.connamespace = current_schema()::regnamespace AND k.contype IN ('p', 'f', 'c', 'u', 'x')",
    "SELECT 'index ' || c.relname || ': ' || replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '')"
    " || CASE WHEN i.indisvalid THEN '' ELSE ' not valid' END"
    " FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid"
    " WHERE c.relnamespace = current_schema()::regnamespace",
    "SELECT 'trigger ' || c.relname || '.' || t.tgname || ': ' || replace(pg_get_triggerdef(t.oid),"
    " current_schema() || '.', '') || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' switched off' END"
    " FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid"
    " WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal",
    "SELECT 'foreign keys of ' || c.relname || ' switched off' FROM pg_trigger AS t JOIN pg_class AS c"
    " ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace AND t.tgisinternal"
    " AND t.tgenabled <> 'O' GROUP BY c.relname",
    "SELECT 'rule ' || c.relname || '.' || r.rulename FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class"
    " WHERE c.relnamespace = current_schema()::regnamespace AND r.rulename <> '_RETURN'",
    "SELECT 'function ' || proname || ': ' || replace(pg_get_functiondef(oid), current_schema() || '.', '')"
    " FROM pg_proc AS p WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'"
    " AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')",
)


def shape_of(connection: Connection) -> list[str]:
    """Everything that the database's schema is made of, a line each."""
    queries = SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL
    lines = [row[0] for query in queries for row in connection.execute(text(query.replace(":", "\\:")))]
    return sorted(re.sub(r"[ \t\n\r\f]+", " ", line).strip() for line in lines)


def kept_shape(dialect: str) -> list[str]:
    """The lines of a database as this version makes it."""
    return (KEPT / f"{dialect}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    from croupier.house.database.database import Database

    with Database.open(sys.argv[1]) as _database, _database.read() as _connection:
        print("\n".join(shape_of(_connection)))
