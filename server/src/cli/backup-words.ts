import type { BackupReport } from '../domains/backup/backup.service.ts'
import type { readBackup, RestoreReport } from '../domains/backup/restore.service.ts'
import type { UpgradeReport } from '../domains/backup/upgrade.service.ts'
import type { After } from './backup-after.ts'

// What the operator's tool says of backups, and of an upgrade that works like one, a fact a line.

const most = 5

/** The first few of many names. */
const few = (names: readonly string[]): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

/** A line about these names, where there are any. */
const about = (names: readonly string[], text: string): string[] =>
  names.length ? [`${text}: ${few(names)}.`] : []

/** What a backup holds, what it leaves out and misses, and what was done afterwards. */
export function backupText(report: BackupReport, { removed, failed }: After): string {
  const { place, name, bytes, rows, tables, uploads, vaultKeys, withSecrets } = report
  const { leftOut, missing } = report
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`

  return [
    `${place}/${name} (${size}): ${rows} rows of ${tables} tables and ${uploads} uploads.`,
    withSecrets
      ? 'The settings are in it.'
      : `Keep STORE_SECRET and the keys of VAULT_KEYS (${vaultKeys.join(', ')}) elsewhere: ` +
        'without them no licence key in it can be read.',
    ...about(leftOut.tables, 'Not in it, since these tables are not of the shop'),
    ...about(leftOut.uploads, 'Not in it, since the shop gives no upload such a name'),
    ...about(missing, `Missing in DATA_DIR/uploads, and so in it, are ${missing.length} pictures`),
    ...(missing.length ? ['Older backups stay: one of them may still hold them.'] : []),
    ...removed.map((old) => `Removed ${old}.`),
    ...failed.map((one) => `${one}.`),
  ].join('\n')
}

/** What verify read. */
export function verifiedText(report: Awaited<ReturnType<typeof readBackup>>): string {
  const { takenAt, version, tables, rows, uploads, passedOver } = report
  return [
    `The backup is whole: ${rows} rows of ${tables} tables and ${uploads} uploads of ` +
      `${takenAt} (version ${version}).`,
    ...about(passedOver.uploads, 'A restore passes over files with a name that no shop gives'),
  ].join('\n')
}

/** What came back, and what is to be seen to. */
export function restoreText(report: RestoreReport): string {
  const { takenAt, version, tables, rows, uploads, migrations, settings, broken, keys } = report
  return [
    `The shop of ${takenAt} (version ${version}) is back: ${rows} rows of ${tables} tables, ` +
      `${uploads} uploads, ${migrations} newer migrations.`,
    ...passedOverText(report),
    ...(settings ? [`Its settings lie in ${settings}: SECRETS_DIR takes that folder.`] : []),
    `Keys that were given after ${takenAt} are for sale again: before the shop starts, type ` +
      'chaveiro stock hold.',
    broken.length ? 'Broken in its books:' : 'Its books are in order.',
    ...broken.map((one) => `  ${one}`),
    keys
      ? `${keys.opened} sealed values were tried and opened.`
      : 'VAULT_KEYS and STORE_SECRET were not given: whether the sealed values open was not tried.',
    ...(keys?.faults ?? []),
    ...Object.entries(keys?.unopened ?? {}).map(
      ([place, count]) => `${count} values of ${place} do not open.`,
    ),
  ].join('\n')
}

/** What lay in the backup and is not the shop's, a kind a line. */
function passedOverText({ passedOver }: Pick<RestoreReport, 'passedOver'>): string[] {
  const { tables, columns, sequences, uploads } = passedOver
  return [
    ...about(tables, 'Passed over, since these tables are not of the shop'),
    ...about(columns, 'Passed over, since these columns are not of the shop'),
    ...about(sequences, 'Passed over, since these sequences are not of the shop'),
    ...about(uploads, 'Passed over, since the shop gives no upload such a name'),
  ]
}

/** What is not the shop's and lies in the database of before alone. */
export const othersOf = ({ stayed, passedOver }: UpgradeReport): string[] => [
  ...stayed,
  ...passedOver.columns,
]

/** What an upgrade of the database did. */
export function upgradedText({ from, to }: { from: number; to: number }, report: UpgradeReport) {
  const { rows, tables, broken } = report
  const others = othersOf(report)

  return [
    `The database is of PostgreSQL ${to} now: ${rows} rows of ${tables} tables.`,
    broken.length ? 'Broken in its books:' : 'Its books are in order.',
    ...broken.map((one) => `  ${one}`),
    ...(others.length
      ? [
          `Not of the shop, and not carried over: ${others.join(', ')}.`,
          'They lie in the database of before alone: take out what you want of them before --confirm.',
        ]
      : []),
    `That of PostgreSQL ${from} is kept as it was. Start the shop, look at it, and then: ` +
      'upgrade-database --confirm, or --undo to go back',
  ].join('\n')
}
