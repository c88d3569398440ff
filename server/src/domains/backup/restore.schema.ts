import type pg from 'pg'

import { restoreMark } from '../../db/migrate.ts'
import { BackupFault } from './backup.fault.ts'

// Parts of the schema that a restore removes while rows are loaded, and creates again. Tables are
// loaded one by one, so foreign keys cannot hold before the last table. An index is built faster
// over all rows at once. A trigger would count or refuse rows a second time. The owner of the
// database may do all of this; a superuser is not needed.

type Statements = { first: string; later: string }

const ownSchemas = "('public', 'graphile_worker')"

const references = `
  select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as first,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname,
        pg_get_constraintdef(k.oid)) as later
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${ownSchemas} and k.contype = 'f' and k.conparentid = 0 order by 1`

const triggers = `
  select distinct format('alter table %I.%I disable trigger user', n.nspname, c.relname) as first,
      format('alter table %I.%I enable trigger user', n.nspname, c.relname) as later
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${ownSchemas} and not t.tgisinternal order by 1`

const keyStatements = `
  select format('alter table public.%I drop constraint %I', c.relname, k.conname) as first,
      format('alter table public.%I add constraint %I %s', c.relname, k.conname,
        pg_get_constraintdef(k.oid)) as later
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x')
      and k.conparentid = 0 order by 1`

// Dropping a partitioned index drops the indexes of its partitions; each of them is created again
// separately.
const indexStatements = `
  with own as (select i.indexrelid as id, i.indexrelid::regclass as name, h.inhparent::regclass as whole
    from pg_index i join pg_class c on c.oid = i.indexrelid
      left join pg_inherits h on h.inhrelid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
  select case when whole is null then format('drop index %s', name) else 'select' end as first,
      pg_get_indexdef(id) as later, 1 as step, name::text from own
  union all select 'select', format('alter index %s attach partition %s', whole, name), 2, name::text
    from own where whole is not null
  order by step, name`

/**
 * Removes foreign keys, triggers, keys and indexes; returns the statements that create them again,
 * in order.
 */
export async function stripSchema(client: pg.Client): Promise<string[]> {
  const allStatements: Statements[] = []

  // Foreign keys are dropped first and primary keys last: PostgreSQL refuses to drop a key that a
  // foreign key refers to.
  for (const question of [references, triggers, indexStatements, keyStatements]) {
    const { rows } = await client.query<Statements>(question)
    for (const { first } of rows) await client.query(first)
    allStatements.unshift(...rows)
  }

  return allStatements.map(({ later }) => later)
}

const foreignObjects = `
  select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`

/**
 * Advisory lock against a second restore into the same database. PostgreSQL releases it when the
 * connection ends.
 */
const restoreLock = 0x43485245 // 'CHRE'

/**
 * Locks the database for this restore. Returns the id of an unfinished earlier run, or null when
 * there was none. Throws when the database has other content.
 */
export async function readLastRun(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ ours: boolean; half: boolean }>(
    `select pg_try_advisory_lock($1) as ours, to_regclass($2) is not null as half`,
    [restoreLock, `public.${restoreMark}`],
  )

  if (!rows[0]!.ours) throw new BackupFault('another restore into this database is under way')

  if (!rows[0]!.half) {
    await requireEmpty(client)
    return null
  }

  // The mark of an older version has no column for the id of its run.
  const markRows = await client.query<{ run: string | null }>(
    `select to_jsonb(m) ->> 'run' as run from public.${restoreMark} m`,
  )

  return markRows.rows[0]?.run ?? null
}

/**
 * Marks an empty database: no shop starts on it until the mark is dropped, even after a crash. A
 * database with an unfinished restore is emptied first. Throws when the database has other content.
 */
export async function occupyDatabase(client: pg.Client, run: string): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass($1) is not null as half`,
    [`public.${restoreMark}`],
  )

  if (rows[0]!.half) await clearDatabase(client)
  await requireEmpty(client)
  await client.query('begin')
  await client.query(
    `create table public.${restoreMark} (begun_at timestamptz not null default now(), run text)`,
  )
  await client.query(`insert into public.${restoreMark} (run) values ($1)`, [run])
  await client.query('commit')
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(foreignObjects)
  if (rows[0])
    throw new BackupFault(
      `the database is not empty (${rows[0].name}); a restore needs one that was just created`,
    )
}

/** Drops the mark, so that a shop may start on the database. */
export const dropRestoreMark = (client: pg.Client): Promise<unknown> =>
  client.query(`drop table public.${restoreMark}`)

/** Removes everything that a restore created, including the mark, in one transaction. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare statement text;
    begin
      drop schema if exists graphile_worker cascade;
      for statement in
        select format('drop table public.%I cascade', c.relname) from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and not c.relispartition and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      loop execute statement; end loop;
      for statement in
        select format('drop sequence public.%I cascade', c.relname) from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      loop execute statement; end loop;
      for statement in
        select format('drop routine public.%I(%s) cascade', p.proname,
          pg_get_function_identity_arguments(p.oid)) from pg_proc p
          where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop execute statement; end loop;
    end $$`)
}
