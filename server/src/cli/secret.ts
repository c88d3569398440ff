import { secretStatus, type SecretStatus } from '../domains/rotation/secret.queries.ts'
import { rotateSecret, type SecretRotation } from '../domains/rotation/secret.service.ts'
import type { App } from '../platform/app.ts'
import type { Command } from './command.ts'
import { readRotation, rotationOptions, rowsBeside } from './rotation.ts'
import type { Output, RotationCommand } from './rotation.ts'
import { withApp } from './with-app.ts'

/** STORE_SECRET: what hangs on each of its values, and how the older ones become of no use (P580). */
export const secret: Command = {
  usage: `secret status [--json]
    how many keys are found by which value of STORE_SECRET, and who needs the older ones; reads them all
secret rotate [--dry-run] [--forget-codes] [--json] [--batch N]
    make what keys are found by anew under the newest value, while the shop sells, and let the older
    ones go; stop it at any time, and run it again to go on. --dry-run only counts.
    --forget-codes  delete the recovery codes that only an older value verifies: their owners log in
                    by their app and make new ones`,
  read(args) {
    const command = readSecretCommand(args)
    return command && ((terminal) => withApp((app) => runSecret(app, command, terminal)))
  },
}

type SecretCommand = RotationCommand & { forgetCodes: boolean }

/** What was asked for, or null when that is no command. */
export function readSecretCommand(args: string[]): SecretCommand | null {
  const read = readRotation(args, ['forget-codes'])
  return read && { ...read.command, forgetCodes: read.given.includes('forget-codes') }
}

/** Do it, and answer the exit code. */
export async function runSecret(app: App, command: SecretCommand, output: Output): Promise<number> {
  const say = (data: object, text: string) => output.out(command.json ? JSON.stringify(data) : text)

  if (command.what === 'status') {
    const status = await secretStatus(app)
    say(status, secretStatusText(status))

    return isSettled(status) ? 0 : 1
  }

  const rotation = await rotateSecret(app, {
    ...rotationOptions(command, output),
    forgetCodes: command.forgetCodes,
  })

  say(rotation, secretRotationText(rotation, command))

  return isDone(rotation, command.dryRun) ? 0 : 1
}

/** Whether nothing is left to do. */
export const isDone = (rotation: SecretRotation, dryRun: boolean): boolean => {
  const { refused, left, interrupted, unopened, doubled, people } = rotation
  return !(refused || left || interrupted || unopened.count || doubled.count || (people && !dryRun))
}

const isSettled = ({ newest, secrets, places, people }: SecretStatus): boolean =>
  !people &&
  places.every(({ older }) => !older) &&
  secrets.every(({ mark, needed }) => mark === newest || !needed)

function secretStatusText({ newest, secrets, places, people }: SecretStatus): string {
  const row = rowsBeside(places.map(({ place }) => place))
  const older = places.reduce((sum, place) => sum + place.older, 0)

  return [
    row('', ['newest', 'older', 'unopened']),
    ...places.map(({ place, newest: new_, older: old, unopened }) =>
      row(place, [new_, old, unopened]),
    ),
    '',
    ...secrets.map((one) => valueText(one, newest)),
    ...(older ? [`${older} rows are found by an older value; "secret rotate" changes that.`] : []),
    ...(people ? [codesText(people)] : []),
  ].join('\n')
}

function valueText(
  { mark, given, needed, processes }: SecretStatus['secrets'][number],
  newest: number,
): string {
  if (mark === newest) return `The value ${mark} is the newest: it signs and indexes what is new.`

  const by = processes ? `; processes that still sign with it: ${processes}` : ''
  if (!given) return `The value ${mark} is not in STORE_SECRET${by}.`

  return needed
    ? `The value ${mark} has to stay in STORE_SECRET${by}.`
    : `The value ${mark} is needed by no row and may be taken out of STORE_SECRET${by}.`
}

const codesText = (people: number): string =>
  `${people} people have recovery codes that only an older value verifies: they make new ones in ` +
  'their settings, or "secret rotate --forget-codes" deletes these.'

/** A rotation in words. */
export function secretRotationText(
  rotation: SecretRotation,
  { dryRun }: { dryRun: boolean },
): string {
  const { refused, newest, moved, left, people, forgotten, letGo, interrupted } = rotation
  if (refused) return `Nothing was begun:\n${refused.replace(/^/gm, '  ')}`

  const lines = [
    dryRun
      ? `${moved} rows would be indexed anew under the value ${newest} of STORE_SECRET.`
      : `${moved} rows were indexed anew under the value ${newest} of STORE_SECRET.`,
  ]

  if (interrupted) lines.push('Stopped before the end; run it again to go on.')
  if (left) lines.push(`${left} rows are held by somebody else; run it again later.`)

  lines.push(
    ...toldText(rotation.unopened, 'rows cannot be opened and stay as they are'),
    ...toldText(rotation.doubled, 'rows hold a key that stands there twice, and stay as they are'),
  )

  if (forgotten) lines.push(`${forgotten} recovery codes were deleted.`)
  if (people) lines.push(codesText(people))

  for (const mark of letGo)
    lines.push(
      `The value ${mark} is needed by no row any more and may be taken out of STORE_SECRET after an ` +
        'hour, when all that it signed for minutes has run out. Answers to older mails about tickets ' +
        'come in for as long as it stays. Keep a copy of it for as long as you keep backups of before.',
    )

  return lines.join('\n')
}

const toldText = ({ count, first }: SecretRotation['unopened'], what: string): string[] =>
  count
    ? [
        `${count} ${what}:`,
        ...first.map(({ place, id }) => `  ${place} ${id}`),
        ...(count > first.length ? ['  ...'] : []),
      ]
    : []
