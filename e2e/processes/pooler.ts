import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import { testFolder } from '../../server/src/testing/database.ts'
import { shopPort } from '../../server/src/testing/shop-process.ts'

const program = '/usr/sbin/pgbouncer'
const isRoot = process.getuid?.() === 0

/** Whether pgbouncer is installed. A test run as root first installs Debian's package if needed. */
export function hasPooler(): boolean {
  if (!existsSync(program) && isRoot && existsSync('/usr/bin/apt-get'))
    spawnSync('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ' +
        '--no-install-recommends pgbouncer',
    ])
  return existsSync(program)
}

export type Pooler = {
  /** The DATABASE_URL of the pooler. */
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a pgbouncer in transaction mode with this number of connections to a database. All other
 * settings are its defaults.
 */
export async function openPooler(databaseUrl: string, connections: number): Promise<Pooler> {
  const port = await shopPort()
  const folder = testFolder('pooler')
  const settings = join(folder, 'pgbouncer.ini')
  const to = new URL(databaseUrl)
  const name = to.pathname.slice(1)

  writeFileSync(
    settings,
    `[databases]
${name} = host=${to.hostname} port=${to.port} dbname=${name} user=${to.username} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  )

  for (const path of [folder, settings]) chmodSync(path, 0o755)
  let child: ChildProcess | undefined

  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return

    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  return {
    url: `postgres://${to.username}@127.0.0.1:${port}/${name}`,
    kill,
    async start() {
      // pgbouncer refuses to run as root.
      child = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error('pgbouncer ended')
        await new Promise((done) => setTimeout(done, 50))
      }
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const line = connect(port, '127.0.0.1')
    line.once('connect', () => (line.destroy(), done(true)))
    line.once('error', () => done(false))
  })
