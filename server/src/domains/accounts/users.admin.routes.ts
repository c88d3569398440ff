import type { users } from '@chaveiro/contracts/admin/users'
import { inLanguage } from '@chaveiro/contracts/localized'

import { fail } from '../../platform/errors.ts'
import type { Caller, Handlers, Principal } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { toWire } from '../../platform/text/money.ts'
import { actorOf, historyOf } from '../audit/audit.service.ts'
import { entriesWithTargets } from '../audit/audit.targets.queries.ts'
import { namesKeptUntil } from '../books/deleted-customers.queries.ts'
import { dashboardFigures } from './dashboard.queries.ts'
import { deleteUser } from './deletion.service.ts'
import { userById, type User } from './people/people.queries.ts'
import { hasTwoFactor } from './people/people.queries.ts'
import { userView } from './people/people.views.ts'
import { type Staff } from './people/staff-acts.service.ts'
import { countUsers, listUsers, openSessions, usersAfter } from './users.admin.queries.ts'
import {
  banUser,
  banUsers,
  changeRole,
  resetTwoFactor,
  unbanUser,
  updateUser,
} from './users.admin.service.ts'

const userColumns: readonly Column<User>[] = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['email', (row) => row.email],
  ['role', (row) => row.role],
  ['discordId', (row) => row.discordId],
  ['createdAt', (row) => row.createdAt],
  ['lastLoginAt', (row) => row.lastLoginAt],
  ['isBanned', (row) => row.isBanned],
  ['banReason', (row) => row.banReason],
  ['bannedAt', (row) => row.bannedAt],
]

/** Back-office calls of users. */
export const usersAdmin: Handlers<typeof users> = {
  async list(app, { query }) {
    const { rows, total } = await listUsers(app, query)
    const userViews = rows.map(userView)

    return {
      success: true as const,
      data: userViews,
      users: userViews,
      ...totalsOf(total, query.limit),
    }
  },

  async stats(app) {
    const { total, clients, admins, developers, banned } = await countUsers(app)
    return {
      success: true as const,
      totalUsers: total,
      clients,
      admins,
      developers,
      bannedUsers: banned,
    }
  },

  async export(app, { query }) {
    return csvFile('users', userColumns, (last, limit) => usersAfter(app, query, last, limit))
  },

  async banMany(app, input) {
    const { banned, refused } = await banUsers(
      app,
      staffCaller(input),
      input.body.ids,
      input.body.reason,
    )

    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': `Usuários banidos: ${banned.length}.`,
        'en-US': `Users banned: ${banned.length}.`,
      }),
      banned: banned.length,
      refused: refused.map(({ id, failure }) => ({
        id,
        code: failure.code,
        error: inLanguage(input.caller.language, failure.text),
      })),
    }
  },

  async read(app, { params }) {
    const foundUser = await userById(app, params.id)
    if (!foundUser) throw fail('account.not_found')

    const userFigures = await dashboardFigures(app, foundUser.id)

    const sessions = (await openSessions(app, foundUser.id)).map((row) => ({
      id: row.id,
      _id: row.id,
      createdAt: row.createdAt.toISOString(),
      ip: row.ip,
      userAgent: row.userAgent,
    }))

    const userDetails = {
      ...userView(foundUser),
      twoFactor: await hasTwoFactor(app, foundUser.id),
      namesKeptUntil: namesKeptUntil(app),
      figures: {
        totalOrders: userFigures.totalOrders,
        activeLicenses: userFigures.activeLicences,
        totalPayments: toWire(userFigures.paidCents),
      },
      sessions,
    }

    return { success: true as const, user: userDetails, data: userDetails }
  },

  async update(app, input) {
    const { role, ...given } = input.body
    // To ignore the field silently would look as if the role had changed (Q126).
    if (role !== undefined) throw fail('account.role_call', { id: input.params.id })

    return userReply(
      await updateUser(app, staffCaller(input), input.params.id, given),
      inLanguage(input.caller.language, {
        'pt-BR': 'Usuário atualizado.',
        'en-US': 'User updated.',
      }),
    )
  },

  async remove(app, input) {
    return userReply(
      await deleteUser(app, staffCaller(input), input.params.id),
      inLanguage(input.caller.language, { 'pt-BR': 'Usuário excluído.', 'en-US': 'User deleted.' }),
    )
  },

  async role(app, input) {
    return userReply(
      await changeRole(app, staffCaller(input), input.params.id, input.body.role),
      inLanguage(input.caller.language, { 'pt-BR': 'Função alterada.', 'en-US': 'Role changed.' }),
    )
  },

  async ban(app, input) {
    return userReply(
      await banUser(app, staffCaller(input), input.params.id, input.body.reason),
      inLanguage(input.caller.language, { 'pt-BR': 'Usuário banido.', 'en-US': 'User banned.' }),
    )
  },

  async unban(app, input) {
    return userReply(
      await unbanUser(app, staffCaller(input), input.params.id),
      inLanguage(input.caller.language, { 'pt-BR': 'Banimento removido.', 'en-US': 'Ban lifted.' }),
    )
  },

  async history(app, { params }) {
    const historyEntries = await entriesWithTargets(app, await historyOf(app, params.id))
    if (!historyEntries.length && !(await userById(app, params.id))) throw fail('account.not_found')

    return { success: true as const, history: historyEntries, data: historyEntries }
  },

  async resetTwoFactor(app, input) {
    return userReply(
      await resetTwoFactor(app, staffCaller(input), input.params.id),
      inLanguage(input.caller.language, {
        'pt-BR': 'Verificação em duas etapas removida.',
        'en-US': 'Two-factor login removed.',
      }),
    )
  },
}

const staffCaller = (input: { principal: Principal; caller: Caller }): Staff => ({
  principal: input.principal,
  actor: actorOf(input),
})

const userReply = (user: User, message: string) => ({
  success: true as const,
  message,
  user: userView(user),
  data: userView(user),
})
