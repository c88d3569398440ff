import { secretStatus, type SecretStatus } from '../domains/rotation/secret.queries.ts'
import { rotateSecret, type SecretRotation } from '../domains/rotation/secret.service.ts'
import type { App } from '../platform/app.ts'
import type { Command } from './command.ts'
import { readRotation, rotationOptions, rowFormatter } from './rotation.ts'
import type { Output, RotationCommand } from './rotation.ts'
import { withApp } from './with-app.ts'

/**
 * STORE_SECRET: counts the rows that need each of its values, and renews all rows with the newest
 * value (P580).
 */
export const secretCommand: Command = {
  usage: `secret status [--json]
    how many keys are found by each value of STORE_SECRET, and which older ones are needed; reads all keys
secret rotate [--dry-run] [--forget-codes] [--json] [--batch N]
    index all keys again under the newest value, while the shop sells, and release the older ones;
    stop it at any time, and run it again to go on. --dry-run only counts.
    --forget-codes  delete the recovery codes that only an older value verifies: their owners log in
                    by their app and make new ones`,
  read(args) {
    const command = readSecretCommand(args)
    return command && ((terminal) => withApp((app) => runSecret(app, command, terminal)))
  },
}

type SecretCommand = RotationCommand & { forgetCodes: boolean }

/** The command that these arguments name, or null for wrong use. */
export function readSecretCommand(args: string[]): SecretCommand | null {
  const parsedArguments = readRotation(args, ['forget-codes'])
  return (
    parsedArguments && {
      ...parsedArguments.command,
      forgetCodes: parsedArguments.given.includes('forget-codes'),
    }
  )
}

/** Runs the command and returns its exit code. */
export async function runSecret(app: App, command: SecretCommand, output: Output): Promise<number> {
  const printResult = (data: object, text: string) =>
    output.out(command.json ? JSON.stringify(data) : text)

  if (command.what === 'status') {
    const secretState = await secretStatus(app)
    printResult(secretState, secretStatusText(secretState))

    return isSettled(secretState) ? 0 : 1
  }

  const rotation = await rotateSecret(app, {
    ...rotationOptions(command, output),
    forgetCodes: command.forgetCodes,
  })

  printResult(rotation, secretRotationText(rotation, command))

  return isRotationDone(rotation, command.dryRun) ? 0 : 1
}

/** Whether a rotation has no work left; a dry run may leave recovery codes. */
export const isRotationDone = (rotation: SecretRotation, dryRun: boolean): boolean => {
  const { refused, left, interrupted, unopened, doubled, people } = rotation
  return !(refused || left || interrupted || unopened.count || doubled.count || (people && !dryRun))
}

const isSettled = ({ newest, secrets, places, people }: SecretStatus): boolean =>
  !people &&
  places.every(({ older }) => !older) &&
  secrets.every(({ mark, needed }) => mark === newest || !needed)

function secretStatusText({ newest, secrets, places, people }: SecretStatus): string {
  const formatRow = rowFormatter(places.map(({ place }) => place))
  const olderCount = places.reduce((sum, place) => sum + place.older, 0)

  return [
    formatRow('', ['newest', 'older', 'unopened']),
    ...places.map(({ place, newest: new_, older: old, unopened }) =>
      formatRow(place, [new_, old, unopened]),
    ),
    '',
    ...secrets.map((secret) => valueText(secret, newest)),
    ...(olderCount
      ? [`${olderCount} rows are found by an older value; "secret rotate" changes that.`]
      : []),
    ...(people ? [codesText(people)] : []),
  ].join('\n')
}

function valueText(
  { mark, given, needed, processes }: SecretStatus['secrets'][number],
  newest: number,
): string {
  if (mark === newest) return `The value ${mark} is the newest: it signs and indexes new rows.`

  const processesText = processes ? `; processes that still sign with it: ${processes}` : ''
  if (!given) return `The value ${mark} is not in STORE_SECRET${processesText}.`

  return needed
    ? `The value ${mark} must stay in STORE_SECRET${processesText}.`
    : `The value ${mark} is needed by no row and may be taken out of STORE_SECRET${processesText}.`
}

const codesText = (people: number): string =>
  `${people} people have recovery codes that only an older value verifies: they make new ones in ` +
  'their settings, or "secret rotate --forget-codes" deletes these.'

/** The report of a rotation. */
export function secretRotationText(
  rotation: SecretRotation,
  { dryRun }: { dryRun: boolean },
): string {
  const { refused, newest, moved, left, people, forgotten, letGo, interrupted } = rotation
  if (refused) return `Nothing was begun:\n${refused.replace(/^/gm, '  ')}`

  const reportLines = [
    dryRun
      ? `${moved} rows would be indexed again under the value ${newest} of STORE_SECRET.`
      : `${moved} rows were indexed again under the value ${newest} of STORE_SECRET.`,
  ]

  if (interrupted) reportLines.push('Stopped before the end; run it again to go on.')
  if (left) reportLines.push(`${left} rows are in use; run it again later.`)

  reportLines.push(
    ...rowsText(rotation.unopened, 'rows cannot be decrypted and stay as they are'),
    ...rowsText(rotation.doubled, 'rows hold a key that exists twice, and stay as they are'),
  )

  if (forgotten) reportLines.push(`${forgotten} recovery codes were deleted.`)
  if (people) reportLines.push(codesText(people))

  for (const mark of letGo)
    reportLines.push(
      `The value ${mark} is needed by no row any more and may be taken out of STORE_SECRET after an ` +
        'hour, when the tokens that it signed have expired. Answers to older mails about tickets ' +
        'are accepted for as long as it stays. Keep a copy of it for as long as you keep older backups.',
    )

  return reportLines.join('\n')
}

const rowsText = ({ count, first }: SecretRotation['unopened'], what: string): string[] =>
  count
    ? [
        `${count} ${what}:`,
        ...first.map(({ place, id }) => `  ${place} ${id}`),
        ...(count > first.length ? ['  ...'] : []),
      ]
    : []
