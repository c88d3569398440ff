import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

import { findFreePort, startEmbedded, type Embedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { memoryFolder } from './database.ts'

const silent = { info() {}, warn() {} }
const settings = { fsync: 'off', full_page_writes: 'off' }

/** A primary with the migrated template of the tests, and a streaming replica. */
export type Replicated = {
  /** Addresses of the two servers, each with the database chaveiro. */
  primary: string
  replica: string
  /** The replica's port, for a proxy in front of it. */
  port: number
  /** Stops or resumes the replay of received WAL. */
  pause(isPaused: boolean): Promise<void>
  /** Resolves when the replica has replayed everything that the primary has written. */
  caughtUp(): Promise<void>
  /** Stops the replica until startReplica is called. */
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  promote(): Promise<void>
  close(): Promise<void>
}

/** Starts both servers as embedded ones, so that the machine needs no PostgreSQL; fsync is off. */
export async function openReplicated(): Promise<Replicated> {
  const folders = { primary: memoryFolder('primary'), replica: memoryFolder('replica') }
  const primary = await startEmbedded({ dataDir: folders.primary, log: silent, settings })
  await migrate(primary.url)
  const port = await findFreePort()
  await copyCluster(primary.url, folders, port)
  const { password } = new URL(primary.url)

  const followSettings = {
    primary_conninfo: `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres password=${password}`,
    hot_standby: 'on',
  }

  const startReplica = () =>
    startEmbedded({
      dataDir: folders.replica,
      log: silent,
      settings: { ...settings, ...followSettings },
    })
  let replica: Embedded | null = await startReplica()
  const replicaUrl = replica.url

  return {
    primary: primary.url,
    replica: replicaUrl,
    port,
    async pause(isPaused) {
      await queryRow(replicaUrl, `select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
    },

    async caughtUp() {
      const { at: position } = await queryRow<{ at: string }>(
        primary.url,
        'select pg_current_wal_insert_lsn()::text as at',
      )

      for (let attempt = 0; attempt < 400; attempt++) {
        const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as ok'
        if ((await queryRow<{ ok: boolean }>(replicaUrl, text, [position])).ok) return

        await new Promise((done) => setTimeout(done, 50))
      }

      throw new Error('the replica does not come after')
    },

    async stopReplica() {
      await replica?.stop()
      replica = null
    },
    async startReplica() {
      replica = await startReplica()
    },
    async promote() {
      await queryRow(replicaUrl, 'select pg_promote()')
    },
    async close() {
      await replica?.stop()
      await primary.stop()
      for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The first row of a statement, on a separate connection. */
async function queryRow<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: string[],
): Promise<R> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    return (await client.query<R>(text, values)).rows[0]!
  } finally {
    await client.end()
  }
}

/** A base backup by copying files, as PostgreSQL's documentation describes it. */
async function copyCluster(
  url: string,
  folders: { primary: string; replica: string },
  port: number,
): Promise<void> {
  const [from, to] = [join(folders.primary, 'postgres'), join(folders.replica, 'postgres')]
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    await client.query(`select pg_backup_start('tests', true)`)
    const leftOut = /\/postmaster\.(pid|opts)$|\/postgres\/pg_wal\/|\/pg_replslot\//
    cpSync(from, to, { recursive: true, filter: (path) => !leftOut.test(path) })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }

  writeFileSync(join(to, 'standby.signal'), '')
  const { uid, gid } = statSync(from)
  spawnSync('chown', ['-R', `${uid}:${gid}`, to])
  spawnSync('chmod', ['700', to])
  const settingsOfPrimary = JSON.parse(
    readFileSync(join(folders.primary, 'postgres.json'), 'utf8'),
  ) as object

  writeFileSync(
    join(folders.replica, 'postgres.json'),
    JSON.stringify({ ...settingsOfPrimary, port, folder: folders.replica }),
  )
}
