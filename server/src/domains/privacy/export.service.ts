import type { App } from '../../platform/app.ts'
import { maskCpf } from '../accounts/kept-cpf/kept-cpf.rules.ts'
import { keptCpfOf } from '../accounts/kept-cpf/kept-cpf.service.ts'
import { accountIn, conversationIn, ticketsIn } from './export.account.queries.ts'
import { newsIn, seenIn, waitsIn, newsChoice } from './export.news.queries.ts'
import {
  cartsOfUser,
  consentsIn,
  licencesIn,
  ordersIn,
  paymentsIn,
  profileOf,
  reviewsIn,
  sessionsIn,
} from './export.queries.ts'

const toJson = (held: unknown, indent: string) =>
  JSON.stringify(held, null, 2).replaceAll('\n', `\n${indent}`)

/**
 * Everything that the shop holds about a person, for that person (LGPD, art. 18). Their keys are in
 * clear text; data of other people is left out. The text is streamed while the database is read, so
 * the export of a large account begins as early as a small one. `masked` hides the CPF, since
 * somebody else may use an open session.
 */
export async function* everythingOf(
  app: App,
  userId: string,
  { masked = false } = {},
): AsyncGenerator<string> {
  const [profile, keptCpf, carts, wanted] = await Promise.all([
    profileOf(app, userId),
    keptCpfOf(app, userId),
    cartsOfUser(app, userId),
    newsChoice(app, userId),
  ])

  const singleValues = {
    exportedAt: app.clock.now(),
    profile,
    keptCpf: masked && keptCpf?.cpf ? { ...keptCpf, cpf: maskCpf(keptCpf.cpf) } : keptCpf,
    carts,
    notificationPreferences: wanted,
  }

  yield toJson(singleValues, '').replace(/\n\}$/, '')

  const pagedLists: Record<string, AsyncIterable<object[]>> = {
    orders: ordersIn(app, userId),
    payments: paymentsIn(app, userId),
    licences: licencesIn(app, userId),
    reviews: reviewsIn(app, userId),
    tickets: ticketsIn(app, userId),
    ticketMessages: conversationIn(app, userId),
    sessions: sessionsIn(app, userId),
    account: accountIn(app, userId),
    consents: consentsIn(app, userId),
    stockAlerts: waitsIn(app, userId),
    notifications: newsIn(app),
    viewedNotifications: seenIn(app, userId),
  }

  for (const [name, pages] of Object.entries(pagedLists)) {
    yield `,\n  "${name}": [`
    let separator = '\n    '

    for await (const rows of pages) {
      yield separator + rows.map((row) => toJson(row, '    ')).join(',\n    ')
      separator = ',\n    '
    }

    yield '\n  ]'
  }

  yield '\n}\n'
}
