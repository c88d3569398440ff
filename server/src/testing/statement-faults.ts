import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * Faults of statements on a table. Read faults hit reads and writes; write faults need a written
 * row.
 */
export const readFaults = ['away', 'cancelled', 'connection ended'] as const
export const writeFaults = ['constraint', 'quoted row', 'serialisation', 'lock'] as const
export type Fault = (typeof readFaults)[number] | (typeof writeFaults)[number]

export type StatementFaults = {
  /** Runs work while every statement on a table fails this way. */
  during<T>(fault: Fault, table: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const triggerBodies: Partial<Record<Fault, string>> = {
  'quoted row': `raise exception 'bad row %', new using detail = new::text, hint = new::text`,
  serialisation: `raise exception 'could not serialize access' using errcode = '40001', detail = new::text`,
  lock: `perform set_config('lock_timeout', '20ms', true); lock table never_given`,
}

const triggerOf = (name: string, table: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
       create trigger aaa_fault before insert or update on "${table}" for each row execute function ${name}()`

/** Makes a shop's statements fail inside PostgreSQL, with errors that quote the row. */
export async function openStatementFaults(databaseUrl: string): Promise<StatementFaults> {
  const [holder, ender] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }))
  for (const client of [holder!, ender!]) await client.connect()
  await holder!.query('create table never_given ()')
  const run = (text: string) => holder!.query(text)

  const whileHeld = async <T>(act: string, table: string, work: () => Promise<T>): Promise<T> => {
    let isOver = false
    await run(`begin; lock table "${table}"`)

    const ending = (async () => {
      while (!isOver)
        await ender!.query(
          `select pg_sleep(0.005),
            (select count(${act}(pid)) from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database())`,
        )
    })()

    try {
      return await work()
    } finally {
      isOver = true
      await ending
      await run('rollback')
    }
  }

  const between = async <T>(before: string, after: string, work: () => Promise<T>): Promise<T> => {
    await run(before)
    try {
      return await work()
    } finally {
      await run(after)
    }
  }

  const triggered = async <T>(body: string, table: string, work: () => Promise<T>): Promise<T> => {
    const name = `fault_${randomUUID().replaceAll('-', '')}`
    await run(triggerOf(name, table, body))

    return between(
      'begin; lock table never_given',
      `rollback; drop trigger aaa_fault on "${table}"`,
      work,
    )
  }

  return {
    during(fault, table, work) {
      if (fault === 'away') {
        const restoreTable = `alter table away rename to "${table}"`
        return between(`alter table "${table}" rename to away`, restoreTable, work)
      }

      if (fault === 'cancelled') return whileHeld('pg_cancel_backend', table, work)
      if (fault === 'connection ended') return whileHeld('pg_terminate_backend', table, work)

      if (fault === 'constraint') {
        const refuse = `alter table "${table}" add constraint refuses_all check (false) not valid`
        return between(refuse, `alter table "${table}" drop constraint refuses_all`, work)
      }

      return triggered(triggerBodies[fault]!, table, work)
    },

    async close() {
      for (const client of [holder!, ender!]) await client.end()
    },
  }
}
