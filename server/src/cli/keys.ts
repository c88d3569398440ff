import { keysStatus, type KeysStatus } from '../domains/rotation/keys.queries.ts'
import { rotateKeys, type Rotation } from '../domains/rotation/rotation.service.ts'
import { rotateSecret, type SecretRotation } from '../domains/rotation/secret.service.ts'
import type { App } from '../platform/app.ts'
import type { Command } from './command.ts'
import { readRotation, rotationOptions, rowsBeside } from './rotation.ts'
import type { Output, RotationCommand } from './rotation.ts'
import { isDone, secretRotationText } from './secret.ts'
import { withApp } from './with-app.ts'

/** The keys of the vault: how much lies under each, and how all goes under the newest (P450). */
export const keys: Command = {
  usage: `keys status [--json]
    how many values lie under each key of VAULT_KEYS
keys rotate [--dry-run] [--json] [--batch N]
    seal everything anew under the newest key, while the shop sells, and let the older ones go;
    stop it at any time, and run it again to go on. --dry-run only tries to open everything.
    Where STORE_SECRET has several values, what keys are found by is made anew as well (secret rotate)`,
  read(args) {
    const command = readKeysCommand(args)
    return command && ((terminal) => withApp((app) => runKeys(app, command, terminal)))
  },
}

/** What was asked for, or null when that is no command. */
export const readKeysCommand = (args: string[]): RotationCommand | null =>
  readRotation(args)?.command ?? null

/** Do it, and answer the exit code. */
export async function runKeys(app: App, command: RotationCommand, output: Output): Promise<number> {
  const say = (data: object, text: string) => output.out(command.json ? JSON.stringify(data) : text)

  if (command.what === 'status') {
    const status = await keysStatus(app)
    say(status, statusText(status))

    return isSettled(status) ? 0 : 1
  }

  const rotation = await rotateKeys(app, rotationOptions(command, output))
  const index = await alsoIndexed(app, rotation, command, output.signal)

  say(
    index ? { ...rotation, index } : rotation,
    [
      rotationText(rotation, command.dryRun),
      ...(index ? [secretRotationText(index, command)] : []),
    ].join('\n'),
  )

  return isSealed(rotation) && (!index || isDone(index, command.dryRun)) ? 0 : 1
}

const isSealed = ({ refused, left, interrupted, unopened }: Rotation): boolean =>
  !(refused || left || interrupted || unopened.count)

/** What keys are found by hangs on STORE_SECRET: with several values of it, that is made anew too. */
async function alsoIndexed(
  app: App,
  { refused, interrupted }: Rotation,
  { dryRun }: RotationCommand,
  signal?: AbortSignal,
): Promise<SecretRotation | null> {
  if (app.vault.marks.length < 2 || refused || interrupted) return null
  return rotateSecret(app, { dryRun, ...(signal ? { signal } : {}) })
}

/** Nothing lies under an older key, and no start asks for one. */
const isSettled = ({ newest, keys }: KeysStatus): boolean =>
  keys.every(({ id, values, needed }) => id === newest || (!values && !needed))

function statusText({ newest, keys, places }: KeysStatus): string {
  const row = rowsBeside(places.map(({ place }) => place))
  const ids = keys.map(({ id }) => id)

  const lines = places.map(({ place, byKey }) =>
    row(
      place,
      ids.map((id) => byKey[id] ?? 0),
    ),
  )

  return [
    row(
      '',
      ids.map((id) => `key ${id}`),
    ),
    ...lines,
    '',
    ...keys.map((key) => keyText(key, newest)),
  ].join('\n')
}

function keyText(
  { id, given, values, needed, processes }: KeysStatus['keys'][number],
  newest: number,
): string {
  if (id === newest) return `Key ${id} is the newest and seals what is new.`

  const by = processes ? `; processes that still seal with it: ${processes}` : ''
  if (!given)
    return `Key ${id} is not in VAULT_KEYS, and ${values} values lie under it: they cannot be opened${by}.`
  if (values || needed)
    return `Key ${id} has to stay in VAULT_KEYS (${values} values); "keys rotate" lets it go${by}.`

  return `Key ${id} is used nowhere and may be taken out of VAULT_KEYS${by}.`
}

function rotationText(rotation: Rotation, dryRun: boolean): string {
  const { refused, newest, moved, unopened, left, letGo, interrupted } = rotation
  if (refused) return `Nothing was begun:\n${refused.replace(/^/gm, '  ')}`

  const lines = [
    dryRun
      ? `${moved} values would be sealed anew under the key ${newest}.`
      : `${moved} values were sealed anew under the key ${newest}.`,
  ]

  if (interrupted) lines.push('Stopped before the end; run it again to go on.')

  if (left)
    lines.push(
      `${left} values are held or were written by somebody else meanwhile; run it again later.`,
    )

  if (unopened.count)
    lines.push(
      `${unopened.count} values could not be opened and stay as they are:`,
      ...unopened.first.map(({ place, id, key }) => `  ${place} ${id} (key ${key})`),
      ...(unopened.count > unopened.first.length ? ['  ...'] : []),
    )

  for (const id of letGo)
    lines.push(
      `Key ${id} is used nowhere any more and may be taken out of VAULT_KEYS. ` +
        'Keep a copy of it for as long as you keep backups of before.',
    )

  return lines.join('\n')
}
