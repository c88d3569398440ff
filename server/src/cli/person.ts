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

/** Writes all data of a person into a file (P584). */
export const exportCommand: Command = {
  usage: `export EMAIL --to FILE [--json]
    the file that customers get in their settings, keys in the clear; only you may read it, and it
    must not exist yet. The audit log has a line`,

  read(args) {
    const { email, values } = readPerson(args) ?? {}
    const { to, json, yes, 'dry-run': dryRun } = values ?? {}
    if (!email || !to || yes || dryRun) return null

    return ({ out }) =>
      withApp(async (app) => {
        const user = await writeExport(to, () => exportForOperator(app, email))
        const confirmation = `Everything about ${user.email} is in ${to}.`
        out(json ? JSON.stringify({ email: user.email, id: user.id, file: to }) : confirmation)

        return 0
      })
  },
}

/** Deletes an account exactly as if its owner had deleted it (P585). */
export const eraseCommand: Command = {
  usage: `erase EMAIL [--yes | --dry-run] [--json]
    shows what would be deleted and what stays; --yes deletes, which cannot be undone.
    Open payments are closed with their provider first. Staff: "promote EMAIL client" before`,

  read(args) {
    const { email, values } = readPerson(args) ?? {}
    const { to, json, yes, 'dry-run': dryRun } = values ?? {}
    if (!email || to || (yes && dryRun)) return null

    return ({ out }) =>
      withApp(async (app) => {
        const { user, erasure } = await erasureForOperator(app, email)
        if (yes) await eraseByOperator(app, user)
        const erasureReport = { email: user.email, id: user.id, erased: yes === true, ...erasure }
        out(json ? JSON.stringify(erasureReport) : erasureText(user.email, yes === true, erasure))

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

/** Writes a new file that only its owner may read. If the write fails, the file is removed. */
async function writeExport<T>(
  file: string,
  read: () => Promise<{ user: T; text: AsyncIterable<string> }>,
): Promise<T> {
  const fileHandle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'EEXIST'
        ? `${file} exists already`
        : `${file} cannot be written (${error.code})`,
    )
  })

  try {
    const { user, text } = await read()
    await pipeline(text, fileHandle.createWriteStream())

    return user
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

const deletedNouns: Record<keyof Erasure['goes'], string> = {
  sessions: 'sessions',
  secondFactor: 'second factor',
  keptCpf: 'saved CPF',
  tickets: 'tickets with all messages and files',
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
      .filter(([, count]) => count)
      .map(([name, count]) => `  gone: ${count} ${deletedNouns[name as keyof Erasure['goes']]}`),
    ...(openPayments ? [`  closed with their provider first: ${openPayments} open payments`] : []),
    `  from now on without a name: ${loseTheName.reviews} reviews, the audit log`,
    `  kept in the books, with name and mail until the end of ${kept.until}: ` +
      `${kept.orders} orders, ${kept.payments} payments, ${kept.licences} licences`,
    ...(isDone ? [] : ['Nothing was changed; --yes does it.']),
  ].join('\n')
}
