import type pg from 'pg'

import { restoreMark } from '../../db/migrate.ts'
import { BackupFault } from './backup.fault.ts'

// What a restore takes away from the schema while rows come in, and gives back. Rows come table by
// table, so references cannot hold before the last one; an index is built quicker over all rows at
// once; and a trigger would count or refuse what was counted and allowed long ago. The owner of the
// database may do all of this, no superuser is needed.

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

const keys = `
  select format('alter table public.%I drop constraint %I', c.relname, k.conname) as first,
      format('alter table public.%I add constraint %I %s', c.relname, k.conname,
        pg_get_constraintdef(k.oid)) as later
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x')
      and k.conparentid = 0 order by 1`

// The index of a table by months takes those of its months along; they come back one by one.
const indexes = `
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

/** Take references, triggers, keys and indexes away; answers what gives them back, in order. */
export async function strip(client: pg.Client): Promise<string[]> {
  const found: Statements[] = []

  // One step after the other: an index that a constraint stands on goes with the constraint.
  for (const question of [references, triggers, indexes, keys]) {
    const { rows } = await client.query<Statements>(question)
    for (const { first } of rows) await client.query(first)
    found.unshift(...rows)
  }

  return found.map(({ later }) => later)
}

const strangers = `
  select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`

/** Another restore into the same database is refused; the lock goes with the connection. */
const restoreLock = 0x43485245 // 'CHRE'

/**
 * Take the database for this restore alone; answers the name of an earlier one that did not end
 * here, null where there is none. One with something else in it is refused.
 */
export async function lastRun(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ ours: boolean; half: boolean }>(
    `select pg_try_advisory_lock($1) as ours, to_regclass($2) is not null as half`,
    [restoreLock, `public.${restoreMark}`],
  )

  if (!rows[0]!.ours) throw new BackupFault('another restore into this database is under way')

  if (!rows[0]!.half) {
    await refuseStrangers(client)
    return null
  }

  // A mark of an older version names no run.
  const marks = await client.query<{ run: string | null }>(
    `select to_jsonb(m) ->> 'run' as run from public.${restoreMark} m`,
  )

  return marks.rows[0]?.run ?? null
}

/**
 * Mark an empty database: from here on, and after a crash, no shop starts on it until release. One
 * in which an earlier restore did not end is emptied; any other with something in it is refused.
 */
export async function occupy(client: pg.Client, run: string): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass($1) is not null as half`,
    [`public.${restoreMark}`],
  )

  if (rows[0]!.half) await clear(client)
  await refuseStrangers(client)
  await client.query('begin')
  await client.query(
    `create table public.${restoreMark} (begun_at timestamptz not null default now(), run text)`,
  )
  await client.query(`insert into public.${restoreMark} (run) values ($1)`, [run])
  await client.query('commit')
}

async function refuseStrangers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(strangers)
  if (rows[0])
    throw new BackupFault(
      `the database is not empty (${rows[0].name}); a restore needs one that was just created`,
    )
}

/** The database is whole: a shop may start on it. */
export const release = (client: pg.Client): Promise<unknown> =>
  client.query(`drop table public.${restoreMark}`)

/** Take away what a restore made; the mark goes last, in the same transaction. */
export async function clear(client: pg.Client): Promise<void> {
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
