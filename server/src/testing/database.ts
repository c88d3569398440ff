import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A temporary folder that PostgreSQL's system user can access. */
export const testFolder = (name: string): string => folderIn(tmpdir(), name)

/**
 * A temporary folder in memory, or on a disk when less than 2 GB of memory are free. Programs
 * cannot run from this folder where /dev/shm is mounted noexec. On a disk, the 1,500 files of a
 * template copy cost up to half a second of processor time.
 */
export const memoryFolder = (name: string): string =>
  folderIn(hasRoom(memory) ? memory : tmpdir(), name)

const memory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

function folderIn(parent: string, name: string): string {
  const folder = mkdtempSync(join(parent, `chaveiro-${name}-`))
  chmodSync(folder, 0o755)

  return folder
}

/** Creates a database for a test file by copying the run's template, the database chaveiro. */
export async function createTestDatabase(
  template = process.env.TEST_DATABASE_URL,
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = template?.replace(/\/[^/]*$/, '/postgres')

  if (!admin)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests with npm test or vitest, whose global setup starts PostgreSQL',
    )

  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnce(admin, `create database ${name} template chaveiro strategy file_copy`)

  return {
    url: admin.replace(/\/[^/]*$/, `/${name}`),
    drop: async () => {
      await untilDisconnected(admin, name)
      await runOnce(admin, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Waits up to two seconds until a database has no connections. A pool that ended may still be
 * closing its connections; to cut one off would throw outside of the test.
 */
async function untilDisconnected(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    for (let attempt = 0; attempt < 80; attempt++) {
      const connected = await client.query(
        'select from pg_stat_activity where datname = $1 limit 1',
        [name],
      )

      if (connected.rowCount === 0) return

      await new Promise((done) => setTimeout(done, 25))
    }
  } finally {
    await client.end()
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()

    try {
      await client.query(statement)
      return
    } catch (error) {
      // PostgreSQL refuses a second copy of the template while another test file copies it, so this
      // tries again.
      if ((error as { code?: string }).code !== '55006' || attempt > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    } finally {
      await client.end()
    }
  }
}
