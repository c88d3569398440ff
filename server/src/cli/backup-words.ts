import type { BackupReport } from '../domains/backup/backup.service.ts'
import type { readBackup, RestoreReport } from '../domains/backup/restore.service.ts'
import type { UpgradeReport } from '../domains/backup/upgrade.service.ts'
import type { CleanupReport } from './backup-after.ts'

// Texts of the operator's tool about backups and database upgrades, one fact a line.

const shownNames = 5

/** The first names of a list, and how many more there are. */
const firstNames = (names: readonly string[]): string =>
  names.slice(0, shownNames).join(', ') +
  (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')

/** A list with one line about these names; an empty list without names. */
const namesLine = (names: readonly string[], text: string): string[] =>
  names.length ? [`${text}: ${firstNames(names)}.`] : []

/**
 * The report of `backup`: its size, what it left out, missing uploads, and the cleanup afterwards.
 */
export function backupText(report: BackupReport, { removed, failed }: CleanupReport): string {
  const { place, name, bytes, rows, tables, uploads, vaultKeys, withSecrets } = report
  const { leftOut, missing } = report
  const sizeText = `${(bytes / 1_000_000).toFixed(1)} MB`

  return [
    `${place}/${name} (${sizeText}): ${rows} rows of ${tables} tables and ${uploads} uploads.`,
    withSecrets
      ? 'The settings are in it.'
      : `Keep STORE_SECRET and the keys of VAULT_KEYS (${vaultKeys.join(', ')}) elsewhere: ` +
        'without them no licence key in it can be read.',
    ...namesLine(leftOut.tables, 'Left out, since these tables are not of the shop'),
    ...namesLine(leftOut.uploads, 'Left out, since the shop gives no upload such a name'),
    ...namesLine(
      missing,
      `Missing in DATA_DIR/uploads and in this backup are ${missing.length} pictures`,
    ),
    ...(missing.length ? ['Older backups stay: one of them may still hold these pictures.'] : []),
    ...removed.map((old) => `Removed ${old}.`),
    ...failed.map((failure) => `${failure}.`),
  ].join('\n')
}

/** The report of `verify`. */
export function verifiedText(report: Awaited<ReturnType<typeof readBackup>>): string {
  const { takenAt, version, tables, rows, uploads, passedOver } = report
  return [
    `The backup is whole: ${rows} rows of ${tables} tables and ${uploads} uploads of ` +
      `${takenAt} (version ${version}).`,
    ...namesLine(passedOver.uploads, 'A restore leaves out files with a name that no shop gives'),
  ].join('\n')
}

/** The report of `restore`: what was restored, and what the operator must do next. */
export function restoreText(report: RestoreReport): string {
  const { takenAt, version, tables, rows, uploads, migrations, settings, broken, keys } = report
  return [
    `The shop of ${takenAt} (version ${version}) is back: ${rows} rows of ${tables} tables, ` +
      `${uploads} uploads, ${migrations} newer migrations.`,
    ...passedOverText(report),
    ...(settings ? [`Its settings are in ${settings}: set SECRETS_DIR to that folder.`] : []),
    `Keys that were delivered after ${takenAt} are for sale again: before the shop starts, run ` +
      '"chaveiro stock hold".',
    broken.length ? 'Broken in its books:' : 'Its books are in order.',
    ...broken.map((invariant) => `  ${invariant}`),
    keys
      ? `${keys.opened} encrypted values were tried and can be read.`
      : 'VAULT_KEYS and STORE_SECRET are missing, so no encrypted value was tried.',
    ...(keys?.faults ?? []),
    ...Object.entries(keys?.unopened ?? {}).map(
      ([place, count]) => `${count} values of ${place} cannot be decrypted.`,
    ),
  ].join('\n')
}

/** Parts of the backup that this shop does not know, one kind a line. */
function passedOverText({ passedOver }: Pick<RestoreReport, 'passedOver'>): string[] {
  const { tables, columns, sequences, uploads } = passedOver
  return [
    ...namesLine(tables, 'Left out, since these tables are not of the shop'),
    ...namesLine(columns, 'Left out, since these columns are not of the shop'),
    ...namesLine(sequences, 'Left out, since these sequences are not of the shop'),
    ...namesLine(uploads, 'Left out, since the shop gives no upload such a name'),
  ]
}

/** Tables and columns that the shop does not know, and that exist only in the previous database. */
export const foreignNames = ({ stayed, passedOver }: UpgradeReport): string[] => [
  ...stayed,
  ...passedOver.columns,
]

/** The report of `upgrade-database`. */
export function upgradedText({ from, to }: { from: number; to: number }, report: UpgradeReport) {
  const { rows, tables, broken } = report
  const foreign = foreignNames(report)

  return [
    `The database is PostgreSQL ${to} now: ${rows} rows of ${tables} tables.`,
    broken.length ? 'Broken in its books:' : 'Its books are in order.',
    ...broken.map((invariant) => `  ${invariant}`),
    ...(foreign.length
      ? [
          `Not of the shop, and not carried over: ${foreign.join(', ')}.`,
          'They exist only in the previous database: copy what you need before --confirm.',
        ]
      : []),
    `The database of PostgreSQL ${from} is kept unchanged. Start the shop, check it, and then run ` +
      '"upgrade-database --confirm", or --undo to go back.',
  ].join('\n')
}
