import { inLanguage } from '@chaveiro/contracts/localized'

import { BackupFault } from '../domains/backup/backup.fault.ts'
import { ConfigError } from '../platform/config/config.ts'
import { Failure } from '../platform/errors.ts'
import { Refusal, type Command, type Terminal } from './command.ts'

// The operator's tool: chaveiro COMMAND in a release, npm run ops -- COMMAND from the sources.

/** A command in the list, and its part of the shop, which is read when it is asked for. */
type Listed = { about: string; load(): Promise<Command> }

const commands = new Map<string, Listed>(
  Object.entries({
    doctor: {
      about: 'look whether the shop is well, and say what to do where it is not',
      load: async () => (await import('./doctor.ts')).doctor,
    },
    backup: {
      about: 'write the shop of this moment, database and uploads, into a file, while it sells',
      load: async () => (await import('./backup.ts')).backup,
    },
    restore: {
      about: 'bring a backup into the empty database and folder that the settings name',
      load: async () => (await import('./backup.ts')).restore,
    },
    verify: {
      about: 'read a backup from end to end and hold it against its sums; nothing is written',
      load: async () => (await import('./backup.ts')).verify,
    },
    keys: {
      about: 'the keys of the vault: what lies under each, and all of it under the newest',
      load: async () => (await import('./keys.ts')).keys,
    },
    secret: {
      about: 'STORE_SECRET: what hangs on each of its values, and all of it on the newest',
      load: async () => (await import('./secret.ts')).secret,
    },
    retention: {
      about: 'what is kept for how long; what is due is cleared now, as the clock does each hour',
      load: async () => (await import('./retention.ts')).retention,
    },
    stock: {
      about: 'take the keys that are for sale out of the sale, and put them back',
      load: async () => (await import('./stock.ts')).stock,
    },
    promote: {
      about: 'give a user a role',
      load: async () => (await import('./promote.ts')).promote,
    },
    password: {
      about: 'set a new password for somebody who cannot log in',
      load: async () => (await import('./log-in.ts')).password,
    },
    'two-factor': {
      about: 'take the second factor from somebody who lost it',
      load: async () => (await import('./log-in.ts')).twoFactor,
    },
    export: {
      about: 'write everything that the shop holds of a person into a file (LGPD, art. 18)',
      load: async () => (await import('./person.ts')).exportPerson,
    },
    erase: {
      about: 'delete a person, and say what the books keep of him (LGPD, art. 18)',
      load: async () => (await import('./person.ts')).erase,
    },
    'upgrade-database': {
      about: 'bring the embedded PostgreSQL to the major version that this version brings',
      load: async () => (await import('./upgrade-database.ts')).upgradeDatabaseCommand,
    },
  }),
)

const codes = 'Exit codes: 0 done, 1 refused, failed or something is left to do, 2 wrong use.'

const list = (): string =>
  [
    'Usage: chaveiro COMMAND [--help]   (from the sources: npm run ops -- COMMAND)',
    ...[...commands].map(([name, { about }]) => `  ${name.padEnd(18)}${about}`),
    codes,
  ].join('\n')

/** How a command is used; of none, which there are. */
async function helpOf(listed: Listed | undefined): Promise<string> {
  if (!listed) return list()

  const { usage } = await listed.load()

  return [usage, '', listed.about, codes].join('\n')
}

/** Which argument is none of the command's; where each is, what they are together. */
function wrongUse(args: readonly string[], help: string): string {
  const known = new Set(help.match(/--[a-z-]+/g))
  const strange = args.find((one) => one.startsWith('--') && !known.has(one.split('=')[0]!))
  if (strange) return `Wrong use: there is no ${strange.split('=')[0]!} here.`

  return args.length ? `Wrong use: ${args.join(' ')}` : 'Wrong use: an argument is missing.'
}

/** Do what was asked for; answers the exit code. */
async function main([name = '', ...args]: string[], terminal: Terminal): Promise<number> {
  const listed = commands.get(name)
  const help = await helpOf(listed)

  if ([name, ...args].includes('--help') || name === 'help') {
    terminal.out(help)
    return 0
  }

  const run = (await listed?.load())?.read(args)
  if (run) return run(terminal)

  if (name && !listed) terminal.progress(`There is no command ${name}.\n${help}`)
  else terminal.progress(listed ? `${help}\n\n${wrongUse(args, help)}` : help)

  return 2
}

/** An error in the words of who can mend it. */
function told(error: unknown): string {
  if (error instanceof Failure) return inLanguage('en-US', error.text)
  if (error instanceof ConfigError || error instanceof BackupFault || error instanceof Refusal)
    return error.message

  const { message, cause } = error as Error

  return (cause as Error | undefined)?.message ?? message
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const terminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  signal: stop.signal,
}

process.exit(
  await main(process.argv.slice(2), terminal).catch((error: unknown) => {
    terminal.progress(`The command failed:\n${told(error).replace(/^/gm, '  ')}`)
    return 1
  }),
)
