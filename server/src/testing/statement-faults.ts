import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** How statements on a table fail. The first three need a read, the rest a row that is written. */
export const readFaults = ['away', 'cancelled', 'connection ended'] as const
export const writeFaults = ['constraint', 'quoted row', 'serialisation', 'lock'] as const
export type Fault = (typeof readFaults)[number] | (typeof writeFaults)[number]

export type StatementFaults = {
  /** Do something while every statement on a table fails this way. */
  during<T>(fault: Fault, table: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const triggers: Partial<Record<Fault, string>> = {
  'quoted row': `raise exception 'bad row %', new using detail = new::text, hint = new::text`,
  serialisation: `raise exception 'could not serialize access' using errcode = '40001', detail = new::text`,
  lock: `perform set_config('lock_timeout', '20ms', true); lock table never_given`,
}

const triggerOf = (name: string, table: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
       create trigger aaa_fault before insert or update on "${table}" for each row execute function ${name}()`

/** Make real statements of a shop fail inside PostgreSQL, which quotes the row wherever it can. */
export async function openStatementFaults(databaseUrl: string): Promise<StatementFaults> {
  const [holder, ender] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }))
  for (const client of [holder!, ender!]) await client.connect()
  await holder!.query('create table never_given ()')
  const by = (text: string) => holder!.query(text)

  const blocked = async <T>(act: string, table: string, work: () => Promise<T>): Promise<T> => {
    let over = false
    await by(`begin; lock table "${table}"`)

    const ending = (async () => {
      while (!over)
        await ender!.query(
          `select pg_sleep(0.005),
            (select count(${act}(pid)) from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database())`,
        )
    })()

    try {
      return await work()
    } finally {
      over = true
      await ending
      await by('rollback')
    }
  }

  const around = async <T>(before: string, after: string, work: () => Promise<T>): Promise<T> => {
    await by(before)
    try {
      return await work()
    } finally {
      await by(after)
    }
  }

  const triggered = async <T>(body: string, table: string, work: () => Promise<T>): Promise<T> => {
    const name = `fault_${randomUUID().replaceAll('-', '')}`
    await by(triggerOf(name, table, body))

    return around(
      'begin; lock table never_given',
      `rollback; drop trigger aaa_fault on "${table}"`,
      work,
    )
  }

  return {
    during(fault, table, work) {
      if (fault === 'away') {
        const back = `alter table away rename to "${table}"`
        return around(`alter table "${table}" rename to away`, back, work)
      }

      if (fault === 'cancelled') return blocked('pg_cancel_backend', table, work)
      if (fault === 'connection ended') return blocked('pg_terminate_backend', table, work)

      if (fault === 'constraint') {
        const refuse = `alter table "${table}" add constraint refuses_all check (false) not valid`
        return around(refuse, `alter table "${table}" drop constraint refuses_all`, work)
      }

      return triggered(triggers[fault]!, table, work)
    },

    async close() {
      for (const client of [holder!, ender!]) await client.end()
    },
  }
}
