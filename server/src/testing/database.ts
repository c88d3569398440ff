import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A folder for a test's data that PostgreSQL reaches under its own user too. */
export const testFolder = (name: string): string => folderIn(tmpdir(), name)

/**
 * The same in memory where there is room for it: a copy of the template is 1,500 files, and to make
 * those costs a disk up to half a second of a processor. For what nobody keeps and nobody runs.
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

/**
 * A database of its own for a test file, copied from the template of the run, the database
 * chaveiro; drop removes it.
 */
export async function createTestDatabase(
  template = process.env.TEST_DATABASE_URL,
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = template?.replace(/\/[^/]*$/, '/postgres')

  if (!admin)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests by npm test or vitest, whose global set-up brings up PostgreSQL',
    )

  const name = `test_${randomBytes(6).toString('hex')}`
  await once(admin, `create database ${name} template chaveiro strategy file_copy`)

  return {
    url: admin.replace(/\/[^/]*$/, `/${name}`),
    drop: async () => {
      await left(admin, name)
      await once(admin, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Waits until nobody is connected to a database any more, two seconds at most: a pool that was ended
 * still closes its connections, and one that is cut off then throws where nobody catches it.
 */
async function left(url: string, name: string): Promise<void> {
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

async function once(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()

    try {
      await client.query(statement)
      return
    } catch (error) {
      // Two files that copy the template at the same moment have to wait for each other.
      if ((error as { code?: string }).code !== '55006' || attempt > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    } finally {
      await client.end()
    }
  }
}
