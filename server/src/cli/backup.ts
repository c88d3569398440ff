import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import about from '../../package.json' with { type: 'json' }
import { encrypterOf, type Key, type Lock } from '../domains/backup/backup.seal.ts'
import { makeBackup, type BackupOrder } from '../domains/backup/backup.service.ts'
import { readBackup, restoreBackup, type RestoreReport } from '../domains/backup/restore.service.ts'
import { noteBackup } from '../domains/watch/backup-mark.service.ts'
import { archiveAt, storeOf, untilStopped } from './archives.ts'
import { afterBackup } from './backup-after.ts'
import { backupText, restoreText, verifiedText } from './backup-words.ts'
import { Refusal, type Command, type Run } from './command.ts'
import { given, openTarget, ownSecrets, shopKeys } from './target.ts'
import { withDatabase } from './with-app.ts'

/** Write the shop of this moment into a folder (P470). */
export const backup: Command = {
  usage: `backup --to FOLDER (--recipient age1... | --passphrase-file FILE | --plain)
       [--with-secrets] [--keep N] [--json]
    --to               a folder, or s3://bucket/prefix with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
                       AWS_REGION and, for other services than AWS, AWS_ENDPOINT_URL; BACKUP_TO without it
    --recipient        the public key of age that it is sealed for; may be given several times
    --passphrase-file  a file with a passphrase, in place of a key
    --plain            readable to everybody who gets hold of it
    --with-secrets     the settings too, VAULT_KEYS among them; only in one that is sealed.
                       Without them keep VAULT_KEYS and STORE_SECRET elsewhere: nothing else opens it
    --keep N           afterwards only the N newest stay in the folder, this one among them; where
                       uploads of the shop are missing nothing is removed, and the exit code is 1`,

  read: readAsked((args) => {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        recipient: { type: 'string', multiple: true },
        'passphrase-file': { type: 'string' },
        plain: { type: 'boolean', default: false },
        'with-secrets': { type: 'boolean', default: false },
        keep: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })

    const { recipient, 'passphrase-file': file, plain, keep, json } = values
    const locks = [recipient, file, plain || undefined].filter((one) => one !== undefined)
    const isCount = keep === undefined || /^[1-9]\d{0,4}$/.test(keep)
    const to = values.to ?? given(process.env).BACKUP_TO
    if (!to || locks.length !== 1 || !isCount) return null

    return async ({ out, signal }) => {
      const lock = lockOf(recipient, file)
      // What is no key is told before anything is begun.
      if (lock) encrypterOf(lock)
      const store = await storeOf(process.env, to)

      const [report, after] = await withDatabase(async ({ dataDir, production }, { url, pool }) => {
        const order: BackupOrder = {
          databaseUrl: url,
          dataDir,
          version: about.version,
          now: () => new Date(),
          lock,
          secrets: values['with-secrets'] ? ownSecrets(process.env, dataDir, production) : null,
        }

        const made = await makeBackup(order, untilStopped(store, signal))
        const note = () => noteBackup(pool, made.takenAt)

        return [made, await afterBackup(made, { note, store, keep: keep ? Number(keep) : null })]
      })

      out(json ? JSON.stringify({ ...report, ...after }) : backupText(report, after))

      return report.missing.length || after.failed.length ? 1 : 0
    }
  }),
}

/** Bring a backup into an empty database and folder (P470). */
export const restore: Command = {
  usage: `restore FILE [--identity FILE | --passphrase-file FILE] [--dry-run] [--json]
    --identity         the file with the secret key of age (AGE-SECRET-KEY-1...)
    --passphrase-file  the file with the passphrase
    FILE may be s3://bucket/prefix/name, with the settings that backup takes for it
    --dry-run          only read the backup from end to end and hold it against its sums
    DATABASE_SESSION_URL, DATABASE_URL and DATA_DIR say where to; no other setting is needed.
    What fails leaves the database empty; run it again`,

  read: readAsked((args) => {
    const { file, key, json, dryRun } = readTarget(args, true) ?? {}
    if (!file || !key) return null
    if (dryRun) return verified(file, key, json!)

    return async ({ out, progress }) => {
      const { databaseUrl, dataDir, close } = await openTarget(process.env)
      try {
        const report = await restoreBackup(await archiveAt(process.env, file), {
          databaseUrl,
          dataDir,
          key: key(),
          keysOf: (secrets) => shopKeys(process.env, secrets),
          tell: (text) => progress(`${text} ...`),
        })

        out(json ? JSON.stringify(report) : restoreText(report))

        return isSound(report) ? 0 : 1
      } finally {
        await close()
      }
    }
  }),
}

/** Read a backup from end to end (P474). */
export const verify: Command = {
  usage: `verify FILE [--identity FILE | --passphrase-file FILE] [--json]
    FILE may be s3://bucket/prefix/name, with the settings that backup takes for it`,
  read: readAsked((args) => {
    const { file, key, json } = readTarget(args, false) ?? {}
    return file && key ? verified(file, key, json!) : null
  }),
}

/** Arguments that cannot be read are no right use. */
function readAsked(read: (args: string[]) => Run | null): (args: string[]) => Run | null {
  return (args) => {
    try {
      return read(args)
    } catch (error) {
      if (String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) return null
      throw error
    }
  }
}

type Target = { file: string; key: () => Key | null; json: boolean; dryRun: boolean }

function readTarget(args: string[], mayTry: boolean): Target | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      identity: { type: 'string', multiple: true },
      'passphrase-file': { type: 'string' },
      json: { type: 'boolean', default: false },
      ...(mayTry ? { 'dry-run': { type: 'boolean', default: false } as const } : {}),
    },
  })

  const { identity, 'passphrase-file': file, json } = values
  const [path, ...more] = positionals
  if (!path || more.length || (identity && file)) return null

  const key = (): Key | null => {
    if (identity) return { identities: identity.flatMap(identitiesIn) }
    return file ? { passphrase: passphraseIn(file) } : null
  }

  return { file: path, key, json, dryRun: 'dry-run' in values && values['dry-run'] === true }
}

const verified =
  (file: string, key: () => Key | null, json: boolean): Run =>
  async ({ out }) => {
    const report = await readBackup(await archiveAt(process.env, file), key())
    out(json ? JSON.stringify(report) : verifiedText(report))

    return 0
  }

function lockOf(recipients: string[] | undefined, file: string | undefined): Lock | null {
  if (recipients) return { recipients }
  return file ? { passphrase: passphraseIn(file) } : null
}

/** The first line of a file that holds a passphrase. */
function passphraseIn(file: string): string {
  const [passphrase = ''] = textOf(file).split(/\r?\n/)
  if (passphrase.length < 12)
    throw new Refusal(`${file}: the passphrase, its first line, has fewer than twelve signs`)

  return passphrase
}

const identitiesIn = (file: string): string[] =>
  textOf(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal(`${file} cannot be read`)
  }
}

const isSound = ({ broken, keys }: RestoreReport): boolean =>
  !broken.length && !keys?.faults.length && !Object.keys(keys?.unopened ?? {}).length
