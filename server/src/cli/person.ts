import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'

import {
  eraseByOperator,
  erasureForOperator,
  exportForOperator,
} from '../domains/privacy/by-operator.service.ts'
import type { Erasure } from '../domains/privacy/erasure.queries.ts'
import { Refusal, type Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Write everything that the shop holds of a person into a file (P584). */
export const exportPerson: Command = {
  usage: `export EMAIL --to FILE [--json]
    the file that a customer gets in his settings, keys in the clear; only you may read it, and it must
    not be there yet. The audit log has a line`,

  read(args) {
    const { email, values } = readPerson(args) ?? {}
    const { to, json, yes, 'dry-run': dryRun } = values ?? {}
    if (!email || !to || yes || dryRun) return null

    return ({ out }) =>
      withApp(async (app) => {
        const user = await written(to, () => exportForOperator(app, email))
        const told = `Everything about ${user.email} is in ${to}.`
        out(json ? JSON.stringify({ email: user.email, id: user.id, file: to }) : told)

        return 0
      })
  },
}

/** Delete a person, as he would himself (P585). */
export const erase: Command = {
  usage: `erase EMAIL [--yes | --dry-run] [--json]
    shows what goes and what stays; with --yes it is done, and nothing brings it back.
    What a customer has open with a provider is closed first. Staff: "promote EMAIL client" before`,

  read(args) {
    const { email, values } = readPerson(args) ?? {}
    const { to, json, yes, 'dry-run': dryRun } = values ?? {}
    if (!email || to || (yes && dryRun)) return null

    return ({ out }) =>
      withApp(async (app) => {
        const { user, erasure } = await erasureForOperator(app, email)
        if (yes) await eraseByOperator(app, user)
        const report = { email: user.email, id: user.id, erased: yes === true, ...erasure }
        out(json ? JSON.stringify(report) : erasureText(user.email, yes === true, erasure))

        return yes || dryRun ? 0 : 1
      })
  },
}

function readPerson(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        yes: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })

    const [email, ...more] = positionals

    return email && !more.length ? { email, values } : null
  } catch {
    return null
  }
}

/** A file of its own for its owner alone; one that was not finished is taken away. */
async function written<T>(
  file: string,
  read: () => Promise<{ user: T; text: AsyncIterable<string> }>,
): Promise<T> {
  const place = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'EEXIST'
        ? `${file} is there already`
        : `${file} cannot be written (${error.code})`,
    )
  })

  try {
    const { user, text } = await read()
    await pipeline(text, place.createWriteStream())

    return user
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

const words: Record<keyof Erasure['goes'], string> = {
  sessions: 'sessions',
  secondFactor: 'second factor',
  keptCpf: 'kept CPF',
  tickets: 'tickets with all that was said and sent in them',
  notesAboutHim: 'notes of staff about this person',
  savedViews: 'saved views',
  readNotifications: 'notifications that were read',
}

function erasureText(email: string, isDone: boolean, erasure: Erasure): string {
  const { goes, loseTheName, keptForTheBooks: kept, openPayments } = erasure
  return [
    isDone ? `${email} was deleted.` : `${email} would be deleted:`,
    `  gone: name, mail, password, Discord account`,
    ...Object.entries(goes)
      .filter(([, n]) => n)
      .map(([name, n]) => `  gone: ${n} ${words[name as keyof Erasure['goes']]}`),
    ...(openPayments ? [`  closed with their provider first: ${openPayments} open payments`] : []),
    `  without a name from now on: ${loseTheName.reviews} reviews, the audit log`,
    `  kept for the books, with name and mail until the end of ${kept.until}: ` +
      `${kept.orders} orders, ${kept.payments} payments, ${kept.licences} licences`,
    ...(isDone ? [] : ['Nothing was changed; --yes does it.']),
  ].join('\n')
}
