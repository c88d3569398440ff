import { inLanguage } from '@chaveiro/contracts/localized'
import { BackupFault } from '../domains/operations/backup/backup.fault.ts'
import { ConfigError } from '../platform/config/config.ts'
import { Failure } from '../platform/errors.ts'
import { backup, restore, verify } from './backup.ts'
import { Refusal, type Command, type Terminal } from './command.ts'
import { doctor } from './doctor.ts'
import { keys } from './keys.ts'
import { erase, exportPerson } from './person.ts'
import { promote } from './promote.ts'
import { retention } from './retention.ts'
import { secret } from './secret.ts'
import { stock } from './stock.ts'
import { upgradeDatabaseCommand } from './upgrade-database.ts'

// The operator's tool: chaveiro COMMAND in a release, npm run ops -- COMMAND from the sources.

const commands = new Map<string, Command>(
  Object.entries({
    doctor,
    backup,
    restore,
    verify,
    keys,
    secret,
    retention,
    stock,
    promote,
    export: exportPerson,
    erase,
    'upgrade-database': upgradeDatabaseCommand,
  }),
)

const codes = 'Exit codes: 0 done, 1 refused, failed or something is left to do, 2 wrong use.'
const list = (): string =>
  [
    'Usage: chaveiro COMMAND [--help]   (from the sources: npm run ops -- COMMAND)',
    ...[...commands].map(([name, { about }]) => `  ${name.padEnd(18)}${about}`),
    codes,
  ].join('\n')
const helpOf = ({ about, usage }: Command): string => [usage, '', about, codes].join('\n')

/** Do what was asked for; answers the exit code. */
async function main([name = '', ...args]: string[], terminal: Terminal): Promise<number> {
  const command = commands.get(name)
  const isHelp = [name, ...args].includes('--help') || name === 'help'
  const run = isHelp ? null : command?.read(args)
  if (run) return run(terminal)
  const text = command ? helpOf(command) : list()
  if (isHelp) terminal.out(text)
  else if (name && !command) terminal.progress(`There is no command ${name}.\n${text}`)
  else terminal.progress(text)
  return isHelp ? 0 : 2
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
