import { keysStatus, type KeysStatus } from '../domains/rotation/keys.queries.ts'
import { rotateKeys, type Rotation } from '../domains/rotation/rotation.service.ts'
import { rotateSecret, type SecretRotation } from '../domains/rotation/secret.service.ts'
import type { App } from '../platform/app.ts'
import type { Command } from './command.ts'
import { readRotation, rotationOptions, rowFormatter } from './rotation.ts'
import type { Output, RotationCommand } from './rotation.ts'
import { isRotationDone, secretRotationText } from './secret.ts'
import { withApp } from './with-app.ts'

/** Vault keys: counts the values encrypted with each, and encrypts all with the newest (P450). */
export const keysCommand: Command = {
  usage: `keys status [--json]
    how many values are encrypted with each key of VAULT_KEYS
keys rotate [--dry-run] [--json] [--batch N]
    encrypt everything again with the newest key, while the shop sells, and release the older ones;
    stop it at any time, and run it again to go on. --dry-run only tries to decrypt everything.
    When STORE_SECRET has several values, the indexes of keys are renewed as well (secret rotate)`,
  read(args) {
    const command = readKeysCommand(args)
    return command && ((terminal) => withApp((app) => runKeys(app, command, terminal)))
  },
}

/** The command that these arguments name, or null for wrong use. */
export const readKeysCommand = (args: string[]): RotationCommand | null =>
  readRotation(args)?.command ?? null

/** Runs the command and returns its exit code. */
export async function runKeys(app: App, command: RotationCommand, output: Output): Promise<number> {
  const printResult = (data: object, text: string) =>
    output.out(command.json ? JSON.stringify(data) : text)

  if (command.what === 'status') {
    const keysState = await keysStatus(app)
    printResult(keysState, statusText(keysState))

    return isSettled(keysState) ? 0 : 1
  }

  const rotation = await rotateKeys(app, rotationOptions(command, output))
  const indexRotation = await rotateIndexes(app, rotation, command, output.signal)

  printResult(
    indexRotation ? { ...rotation, index: indexRotation } : rotation,
    [
      rotationText(rotation, command.dryRun),
      ...(indexRotation ? [secretRotationText(indexRotation, command)] : []),
    ].join('\n'),
  )

  return isAllEncrypted(rotation) &&
    (!indexRotation || isRotationDone(indexRotation, command.dryRun))
    ? 0
    : 1
}

const isAllEncrypted = ({ refused, left, interrupted, unopened }: Rotation): boolean =>
  !(refused || left || interrupted || unopened.count)

/** Renews the blind indexes, which STORE_SECRET signs, when that setting has several values. */
async function rotateIndexes(
  app: App,
  { refused, interrupted }: Rotation,
  { dryRun }: RotationCommand,
  signal?: AbortSignal,
): Promise<SecretRotation | null> {
  if (app.vault.marks.length < 2 || refused || interrupted) return null
  return rotateSecret(app, { dryRun, ...(signal ? { signal } : {}) })
}

/** Whether every value is encrypted with the newest key, and no start needs an older one. */
const isSettled = ({ newest, keys }: KeysStatus): boolean =>
  keys.every(({ id, values, needed }) => id === newest || (!values && !needed))

function statusText({ newest, keys, places }: KeysStatus): string {
  const formatRow = rowFormatter(places.map(({ place }) => place))
  const keyIds = keys.map(({ id }) => id)

  const placeLines = places.map(({ place, byKey }) =>
    formatRow(
      place,
      keyIds.map((id) => byKey[id] ?? 0),
    ),
  )

  return [
    formatRow(
      '',
      keyIds.map((id) => `key ${id}`),
    ),
    ...placeLines,
    '',
    ...keys.map((key) => keyText(key, newest)),
  ].join('\n')
}

function keyText(
  { id, given, values, needed, processes }: KeysStatus['keys'][number],
  newest: number,
): string {
  if (id === newest) return `Key ${id} is the newest and encrypts new values.`

  const processesText = processes ? `; processes that still encrypt with it: ${processes}` : ''
  if (!given)
    return `Key ${id} is not in VAULT_KEYS, so ${values} values cannot be decrypted${processesText}.`
  if (values || needed)
    return `Key ${id} must stay in VAULT_KEYS (${values} values) until "keys rotate" releases it${processesText}.`

  return `Key ${id} is used nowhere and may be taken out of VAULT_KEYS${processesText}.`
}

function rotationText(rotation: Rotation, dryRun: boolean): string {
  const { refused, newest, moved, unopened, left, letGo, interrupted } = rotation
  if (refused) return `Nothing was begun:\n${refused.replace(/^/gm, '  ')}`

  const reportLines = [
    dryRun
      ? `${moved} values would be encrypted again with key ${newest}.`
      : `${moved} values were encrypted again with key ${newest}.`,
  ]

  if (interrupted) reportLines.push('Stopped before the end; run it again to go on.')

  if (left) reportLines.push(`${left} values are in use or were just changed; run it again later.`)

  if (unopened.count)
    reportLines.push(
      `${unopened.count} values could not be decrypted and stay as they are:`,
      ...unopened.first.map(({ place, id, key }) => `  ${place} ${id} (key ${key})`),
      ...(unopened.count > unopened.first.length ? ['  ...'] : []),
    )

  for (const id of letGo)
    reportLines.push(
      `Key ${id} is used nowhere any more and may be taken out of VAULT_KEYS. ` +
        'Keep a copy of it for as long as you keep older backups.',
    )

  return reportLines.join('\n')
}
