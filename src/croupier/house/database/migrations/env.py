"""What Alembic runs: every step in the transaction of the connection it was given."""

from alembic import context

from croupier.house.database.migrations import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"], version_table=VERSION_TABLE, transactional_ddl=True
)
context.run_migrations()
