import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Debian's PostgreSQL with the files of deploy/pitr. Only paths, ports and the passphrase differ,
// so the drill tests what the guide says.

const binaries = '/usr/lib/postgresql/15/bin'

const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/pitr/${name}`, import.meta.url), 'utf8')

type Server = {
  cluster: string
  url: string
  /** Creates the server's cluster. */
  make(): void
  start(): void
  stop(): void
  /** Runs a command of the guide as the user postgres. */
  asPostgres(command: string): void
}

/** A server in a folder, with its WAL archive beside it. */
export function openServer(folder: string, { name, port }: { name: string; port: number }): Server {
  const cluster = join(folder, name)
  const config = join(folder, `${name}-pgbackrest.conf`)
  chmodSync(folder, 0o755)

  const run = (command: string): void => {
    const { status, stdout, stderr } = spawnSync(
      'runuser',
      ['-u', 'postgres', '--', 'sh', '-c', command],
      { encoding: 'utf8', cwd: '/', env: { ...process.env, PGBACKREST_CONFIG: config } },
    )
    if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`)
  }

  const [archive, sockets] = [join(folder, 'archive'), join(folder, 'sockets')]

  for (const path of [archive, cluster, sockets]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    spawnSync('chown', ['postgres', path])
  }

  writeFileSync(
    config,
    deployed('pgbackrest.conf')
      .replace('/var/lib/pgbackrest', archive)
      .replace('CHANGE_ME', 'a passphrase of this drill')
      .replace('/var/lib/postgresql/15/main', cluster)
      .replace(
        'pg1-port=5432',
        `pg1-port=${port}\npg1-socket-path=${sockets}\nlock-path=${archive}`,
      ),
    { mode: 0o600 },
  )

  spawnSync('chown', ['postgres', config])
  const pidFile = join(cluster, 'postmaster.pid')

  return {
    cluster,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    asPostgres: run,

    make() {
      run(
        `${binaries}/initdb -D ${cluster} -U postgres -A trust -E UTF8 --locale=C --no-instructions`,
      )

      writeFileSync(
        join(cluster, 'postgresql.auto.conf'),
        deployed('postgresql.conf').replace("'pgbackrest ", `'pgbackrest --config=${config} `),
      )
    },

    start() {
      run(
        `${binaries}/pg_ctl -D ${cluster} -w -t 120 -l ${cluster}/server.log ` +
          `-o "-p ${port} -k ${sockets}" start`,
      )
    },

    stop() {
      if (existsSync(pidFile)) run(`${binaries}/pg_ctl -D ${cluster} -m fast -w stop`)
    },
  }
}
