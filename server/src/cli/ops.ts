import { inLanguage } from '@chaveiro/contracts/localized'

import { BackupFault } from '../domains/backup/backup.fault.ts'
import { ConfigError } from '../platform/config/config.ts'
import { Failure } from '../platform/errors.ts'
import { Refusal, type Command, type Terminal } from './command.ts'

// The operator's tool: chaveiro COMMAND in a release, npm run ops -- COMMAND from the sources.

/** A command and how to load its module; modules of other commands are not loaded. */
type CommandEntry = { about: string; load(): Promise<Command> }

const commands = new Map<string, CommandEntry>(
  Object.entries({
    doctor: {
      about: 'check the whole shop, and say what to do about each problem',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
    backup: {
      about: 'write database and uploads of this moment into one file, while the shop sells',
      load: async () => (await import('./backup.ts')).backupCommand,
    },
    restore: {
      about: 'restore a backup into the empty database and folder that the settings name',
      load: async () => (await import('./backup.ts')).restoreCommand,
    },
    verify: {
      about: 'read a backup from end to end and compare its checksums; nothing is written',
      load: async () => (await import('./backup.ts')).verifyCommand,
    },
    keys: {
      about: 'the keys of the vault: count the values under each, encrypt all with the newest',
      load: async () => (await import('./keys.ts')).keysCommand,
    },
    secret: {
      about: 'STORE_SECRET: count what needs each of its values, move all to the newest',
      load: async () => (await import('./secret.ts')).secretCommand,
    },
    retention: {
      about: 'say what is kept for how long, and delete due rows now, as the clock does each hour',
      load: async () => (await import('./retention.ts')).retentionCommand,
    },
    stock: {
      about: 'take all keys off sale, and put them back',
      load: async () => (await import('./stock.ts')).stockCommand,
    },
    promote: {
      about: 'give a user a role',
      load: async () => (await import('./promote.ts')).promoteCommand,
    },
    password: {
      about: 'set a new password for a user who cannot log in',
      load: async () => (await import('./log-in.ts')).passwordCommand,
    },
    'two-factor': {
      about: 'remove a lost second factor',
      load: async () => (await import('./log-in.ts')).twoFactorCommand,
    },
    export: {
      about: 'write all data of a person into a file (LGPD, art. 18)',
      load: async () => (await import('./person.ts')).exportCommand,
    },
    erase: {
      about: 'delete a person, and say what the books keep (LGPD, art. 18)',
      load: async () => (await import('./person.ts')).eraseCommand,
    },
    'upgrade-database': {
      about: 'upgrade the embedded PostgreSQL to the major version of this release',
      load: async () => (await import('./upgrade-database.ts')).upgradeDatabaseCommand,
    },
  }),
)

const exitCodesText = 'Exit codes: 0 done, 1 refused, failed or work is left, 2 wrong use.'

const commandList = (): string =>
  [
    'Usage: chaveiro COMMAND [--help]   (from the sources: npm run ops -- COMMAND)',
    ...[...commands].map(([name, { about }]) => `  ${name.padEnd(18)}${about}`),
    exitCodesText,
  ].join('\n')

/** The help of a command, or the list of all commands. */
async function readHelp(commandEntry: CommandEntry | undefined): Promise<string> {
  if (!commandEntry) return commandList()

  const { usage } = await commandEntry.load()

  return [usage, '', commandEntry.about, exitCodesText].join('\n')
}

/** Names the first option that the help does not list. If all are listed, repeats the arguments. */
function explainWrongUse(args: readonly string[], helpText: string): string {
  const knownOptions = new Set(helpText.match(/--[a-z-]+/g))
  const unknownOption = args.find(
    (argument) => argument.startsWith('--') && !knownOptions.has(argument.split('=')[0]!),
  )
  if (unknownOption) return `Wrong use: there is no option ${unknownOption.split('=')[0]!}.`

  return args.length ? `Wrong use: ${args.join(' ')}` : 'Wrong use: an argument is missing.'
}

/** Runs the command that the arguments name and returns the exit code. */
async function main([name = '', ...args]: string[], terminal: Terminal): Promise<number> {
  const commandEntry = commands.get(name)
  const helpText = await readHelp(commandEntry)

  if ([name, ...args].includes('--help') || name === 'help') {
    terminal.out(helpText)
    return 0
  }

  const runCommand = (await commandEntry?.load())?.read(args)
  if (runCommand) return runCommand(terminal)

  if (name && !commandEntry) terminal.progress(`There is no command ${name}.\n${helpText}`)
  else
    terminal.progress(commandEntry ? `${helpText}\n\n${explainWrongUse(args, helpText)}` : helpText)

  return 2
}

/** The text of an error for the operator. For a failed connection, only `cause` has the reason. */
function errorText(error: unknown): string {
  if (error instanceof Failure) return inLanguage('en-US', error.text)
  if (error instanceof ConfigError || error instanceof BackupFault || error instanceof Refusal)
    return error.message

  const { message, cause } = error as Error

  return (cause as Error | undefined)?.message ?? message
}

const stopController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopController.abort())

const terminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  signal: stopController.signal,
}

process.exit(
  await main(process.argv.slice(2), terminal).catch((error: unknown) => {
    terminal.progress(`The command failed:\n${errorText(error).replace(/^/gm, '  ')}`)
    return 1
  }),
)
