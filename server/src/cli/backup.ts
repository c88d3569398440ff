import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import packageInfo from '../../package.json' with { type: 'json' }
import { encrypterOf, type Key, type Lock } from '../domains/backup/backup.seal.ts'
import { makeBackup, type BackupOrder } from '../domains/backup/backup.service.ts'
import { readBackup, restoreBackup, type RestoreReport } from '../domains/backup/restore.service.ts'
import { noteBackup } from '../domains/watch/backup-mark.service.ts'
import { openArchive, openBackupStore, untilStopped } from './archives.ts'
import { afterBackup } from './backup-after.ts'
import { backupText, restoreText, verifiedText } from './backup-words.ts'
import { Refusal, type Command, type Run } from './command.ts'
import { givenSettings, openTarget, ownSecrets, shopKeys } from './target.ts'
import { withDatabase } from './with-app.ts'

/** Writes database and uploads of this moment into an archive (P470). */
export const backupCommand: Command = {
  usage: `backup --to FOLDER (--recipient age1... | --passphrase-file FILE | --plain)
       [--with-secrets] [--keep N] [--json]
    --to               a folder, or s3://bucket/prefix with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
                       AWS_REGION and, for other services than AWS, AWS_ENDPOINT_URL; default: BACKUP_TO
    --recipient        encrypt for this public key of age; may be given several times
    --passphrase-file  encrypt with the passphrase in this file instead
    --plain            do not encrypt: anybody who gets the file can read it
    --with-secrets     include the settings, with VAULT_KEYS; only in an encrypted backup.
                       Otherwise keep VAULT_KEYS and STORE_SECRET elsewhere: without them no
                       licence key in it can be read
    --keep N           then remove all but the N newest backups, counting this one. When uploads
                       of the shop are missing nothing is removed, and the exit code is 1`,

  read: nullOnWrongUse((args) => {
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
    const lockChoices = [recipient, file, plain || undefined].filter(
      (choice) => choice !== undefined,
    )
    const isValidCount = keep === undefined || /^[1-9]\d{0,4}$/.test(keep)
    const destination = values.to ?? givenSettings(process.env).BACKUP_TO
    if (!destination || lockChoices.length !== 1 || !isValidCount) return null

    return async ({ out, signal }) => {
      const backupLock = chooseLock(recipient, file)
      // Refuses a wrong recipient before anything is written.
      if (backupLock) encrypterOf(backupLock)
      const backupStore = await openBackupStore(process.env, destination)

      const [report, cleanup] = await withDatabase(
        async ({ dataDir, production }, { url, pool }) => {
          const backupOrder: BackupOrder = {
            databaseUrl: url,
            dataDir,
            version: packageInfo.version,
            now: () => new Date(),
            lock: backupLock,
            secrets: values['with-secrets'] ? ownSecrets(process.env, dataDir, production) : null,
          }

          const backupReport = await makeBackup(backupOrder, untilStopped(backupStore, signal))
          const noteInDatabase = () => noteBackup(pool, backupReport.takenAt)

          return [
            backupReport,
            await afterBackup(backupReport, {
              note: noteInDatabase,
              store: backupStore,
              keep: keep ? Number(keep) : null,
            }),
          ]
        },
      )

      out(json ? JSON.stringify({ ...report, ...cleanup }) : backupText(report, cleanup))

      return report.missing.length || cleanup.failed.length ? 1 : 0
    }
  }),
}

/** Restores a backup into an empty database and folder (P470). */
export const restoreCommand: Command = {
  usage: `restore FILE [--identity FILE | --passphrase-file FILE] [--dry-run] [--json]
    --identity         the file with the secret key of age (AGE-SECRET-KEY-1...)
    --passphrase-file  the file with the passphrase
    FILE may be s3://bucket/prefix/name, with the settings that backup takes for it
    --dry-run          only read the backup from end to end and compare its checksums
    DATABASE_SESSION_URL, DATABASE_URL and DATA_DIR name the target; no other setting is needed.
    A restore that fails leaves the database empty; run it again`,

  read: nullOnWrongUse((args) => {
    const { file, key: readKey, json, dryRun } = readTarget(args, true) ?? {}
    if (!file || !readKey) return null
    if (dryRun) return verifyRun(file, readKey, json!)

    return async ({ out, progress }) => {
      const { databaseUrl, dataDir, close } = await openTarget(process.env)
      try {
        const report = await restoreBackup(await openArchive(process.env, file), {
          databaseUrl,
          dataDir,
          key: readKey(),
          keysOf: (secrets) => shopKeys(process.env, secrets),
          tell: (text) => progress(`${text} ...`),
        })

        out(json ? JSON.stringify(report) : restoreText(report))

        return isSoundRestore(report) ? 0 : 1
      } finally {
        await close()
      }
    }
  }),
}

/** Reads a backup from end to end (P474). */
export const verifyCommand: Command = {
  usage: `verify FILE [--identity FILE | --passphrase-file FILE] [--json]
    FILE may be s3://bucket/prefix/name, with the settings that backup takes for it`,
  read: nullOnWrongUse((args) => {
    const { file, key: readKey, json } = readTarget(args, false) ?? {}
    return file && readKey ? verifyRun(file, readKey, json!) : null
  }),
}

/** An unknown option is wrong use, for which the tool prints its help. */
function nullOnWrongUse(read: (args: string[]) => Run | null): (args: string[]) => Run | null {
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

function readTarget(args: string[], mayDryRun: boolean): Target | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      identity: { type: 'string', multiple: true },
      'passphrase-file': { type: 'string' },
      json: { type: 'boolean', default: false },
      ...(mayDryRun ? { 'dry-run': { type: 'boolean', default: false } as const } : {}),
    },
  })

  const { identity, 'passphrase-file': file, json } = values
  const [path, ...more] = positionals
  if (!path || more.length || (identity && file)) return null

  const readKey = (): Key | null => {
    if (identity) return { identities: identity.flatMap(readIdentities) }
    return file ? { passphrase: readPassphrase(file) } : null
  }

  return {
    file: path,
    key: readKey,
    json,
    dryRun: 'dry-run' in values && values['dry-run'] === true,
  }
}

const verifyRun =
  (file: string, readKey: () => Key | null, json: boolean): Run =>
  async ({ out }) => {
    const report = await readBackup(await openArchive(process.env, file), readKey())
    out(json ? JSON.stringify(report) : verifiedText(report))

    return 0
  }

function chooseLock(recipients: string[] | undefined, file: string | undefined): Lock | null {
  if (recipients) return { recipients }
  return file ? { passphrase: readPassphrase(file) } : null
}

/** The passphrase in the first line of a file. */
function readPassphrase(file: string): string {
  const [passphrase = ''] = readTextFile(file).split(/\r?\n/)
  if (passphrase.length < 12)
    throw new Refusal(`${file}: the passphrase, its first line, has fewer than twelve characters`)

  return passphrase
}

const readIdentities = (file: string): string[] =>
  readTextFile(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))

function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal(`${file} cannot be read`)
  }
}

const isSoundRestore = ({ broken, keys }: RestoreReport): boolean =>
  !broken.length && !keys?.faults.length && !Object.keys(keys?.unopened ?? {}).length
