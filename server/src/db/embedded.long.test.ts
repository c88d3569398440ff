import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'

import { testFolder } from '../testing/database.ts'
import { until } from '../testing/fleet.ts'
import { startEmbedded } from './embedded.ts'

const silent = { info() {}, warn() {} }
const module = new URL('./embedded.ts', import.meta.url).href
const folders: string[] = []

const made = () => {
  folders.push(testFolder('embedded'))
  return folders.at(-1)!
}

afterEach(() => {
  for (const folder of folders.splice(0)) {
    const { folder: place } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
      folder: string
    }
    for (const path of new Set([folder, place])) rmSync(path, { recursive: true, force: true })
  }
})

async function ask(url: string, text: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const lives = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('embedded PostgreSQL', () => {
  it('killed with -9, it restarts on the same address with every committed row [S006]', async () => {
    const database = await startEmbedded({ dataDir: made(), log: silent })
    await ask(database.url, 'create table paid (id int)')
    await ask(database.url, 'insert into paid select generate_series(1, 1000)')
    process.kill(database.pid!, 'SIGKILL')
    await until(async () => {
      expect((await ask(database.url, 'select count(*)::int as n from paid'))[0].n).toBe(1000)
    }, 60)
    await database.stop()
    await expect(ask(database.url, 'select 1')).rejects.toThrow()
  })

  it('a second process attaches to it, and keeps it up when the first one ends', async () => {
    const dataDir = made()
    const first = await startEmbedded({ dataDir, log: silent })
    const second = await startEmbedded({ dataDir, log: silent })
    expect(second.url).toBe(first.url)
    expect(second.pid).toBe(first.pid)
    await first.stop()
    await until(async () => {
      await ask(second.url, 'select 1')
    }, 60)
    await second.stop()
  })

  it('when the shop is killed with -9, its database process ends too', async () => {
    const dataDir = made()

    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { startEmbedded } = await import(${JSON.stringify(module)})
        const dataDir = ${JSON.stringify(dataDir)}
        const { pid } = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
        console.log(pid)
        setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )

    const pid = await new Promise<number>((done) =>
      child.stdout.once('data', (data) => done(Number(data))),
    )
    expect(lives(pid)).toBe(true)
    child.kill('SIGKILL')
    await until(async () => {
      expect(lives(pid)).toBe(false)
    }, 30)
  })

  it('it starts in a folder that only its owner can read, also as root', async () => {
    const dataDir = made()
    chmodSync(dataDir, 0o700)
    const database = await startEmbedded({ dataDir, log: silent })
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
  })
})
