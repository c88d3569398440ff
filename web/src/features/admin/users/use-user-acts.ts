import type { Role } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { showBanner } from '../components/banner.tsx'
import { askReason, confirm } from '../components/confirm.tsx'
import { useChange } from '../components/use-change.ts'
import type { User } from '../shared/rows.ts'

type Change = ReturnType<typeof useChange>

const at = (user: User) => ({ params: { id: user.id } })

/** Bans with a reason, and unbans after a confirmation. */
function useBans(change: Change) {
  const { t } = useTranslation('admin')

  const askBan = (title: string) =>
    askReason({
      title,
      text: t('adminUsers.banText'),
      act: t('adminUsers.ban'),
      label: t('adminUsers.banReasonLabel'),
    })

  /** Lifting a ban delivers the paid units that were on hold, which cannot be undone. */
  async function unban(user: User): Promise<void> {
    if (
      await confirm({
        title: t('adminUsers.unbanTitle', { name: user.name }),
        text: t('adminUsers.unbanText', { reason: user.banReason ?? '-' }),
        act: t('adminUsers.unban'),
        danger: false,
      })
    )
      await change.run(() => call(adminApi.users.unban, at(user)), {
        failed: t('adminUsers.errorUnban'),
        done: t('adminUsers.unbanned', { name: user.name }),
      })
  }

  async function ban(user: User): Promise<void> {
    const reasonText = await askBan(t('adminUsers.banTitle', { name: user.name }))
    if (reasonText)
      await change.run(
        () => call(adminApi.users.ban, { ...at(user), body: { reason: reasonText } }),
        {
          failed: t('adminUsers.errorBan'),
          done: t('adminUsers.bannedDone', { name: user.name }),
        },
      )
  }

  async function banMany(users: readonly User[]): Promise<boolean> {
    const reasonText = await askBan(t('adminUsers.banMany', { count: users.length }))
    if (!reasonText) return false

    return change.run(
      async () => {
        const { refused } = await call(adminApi.users.banMany, {
          body: { ids: users.map(({ id }) => id), reason: reasonText },
        })

        if (refused.length)
          showBanner(
            refused
              .map(
                (one) => `${users.find(({ id }) => id === one.id)?.name ?? one.id}: ${one.error}`,
              )
              .join(' '),
            'bad',
          )
      },
      { failed: t('adminUsers.errorBan'), done: t('adminUsers.bannedMany') },
    )
  }

  return { unban, ban, banMany }
}

/** Actions that need a confirmation by name: role, deletion, second factor, sessions. */
function useConfirmed(change: Change) {
  const { t } = useTranslation('admin')

  /**
   * A key press in a row must not grant privileges, so a role change is confirmed by name (Q113).
   */
  async function setRole(user: User, role: Role): Promise<void> {
    const names = { name: user.name, from: t(`role.${user.role}`), to: t(`role.${role}`) }

    if (
      !(await confirm({
        title: t('adminUsers.roleTitle', names),
        text: t(role === 'client' ? 'adminUsers.roleTextLess' : 'adminUsers.roleTextMore', names),
        act: t('adminUsers.roleAct', names),
      }))
    )
      return

    await change.run(() => call(adminApi.users.role, { ...at(user), body: { role } }), {
      failed: t('adminUsers.errorRole'),
      done: t('adminUsers.roleDone', { name: user.name }),
    })
  }

  /** Returns whether the account was deleted. */
  async function removeUser(user: User): Promise<boolean> {
    let year = ''

    const isYearLoaded = await change.run(
      async () => {
        year = String((await call(adminApi.users.read, at(user))).user.namesKeptUntil)
      },
      { failed: t('adminUsers.errorDelete') },
    )

    if (!isYearLoaded) return false

    if (
      !(await confirm({
        title: t('adminUsers.deleteTitle', { name: user.name }),
        text: t('adminUsers.deleteText', { year }),
        act: t('adminUsers.deleteAct'),
      }))
    )
      return false

    return change.run(() => call(adminApi.users.remove, at(user)), {
      failed: t('adminUsers.errorDelete'),
      done: t('adminUsers.deleted'),
    })
  }

  /** For a customer who lost phone and recovery codes. */
  async function resetTwoFactor(user: User): Promise<void> {
    if (
      !(await confirm({
        title: t('adminUsers.resetTwoFactorTitle', { name: user.name }),
        text: t('adminUsers.resetTwoFactorText'),
        act: t('adminUsers.resetTwoFactor'),
      }))
    )
      return

    await change.run(() => call(adminApi.users.resetTwoFactor, at(user)), {
      failed: t('adminUsers.errorUpdate'),
      done: t('adminUsers.resetTwoFactorDone', { name: user.name }),
    })
  }

  /** For a lost device or a compromised account. */
  async function endSessions(user: User): Promise<void> {
    if (
      !(await confirm({
        title: t('adminUsers.page.endSessionsTitle', { name: user.name }),
        text: t('adminUsers.page.endSessionsText'),
        act: t('adminUsers.page.endSessions'),
      }))
    )
      return

    await change.run(() => call(adminApi.customers.endSessions, at(user)), {
      failed: t('adminUsers.page.errorSessions'),
      done: t('adminUsers.page.sessionsEnded', { name: user.name }),
    })
  }

  return { setRole, remove: removeUser, resetTwoFactor, endSessions }
}

/** Staff actions on accounts; a ban needs a reason, a deletion a confirmation (B035, B037). */
export function useUserActs() {
  const userChange = useChange(adminApi.users.list, adminApi.users.read, adminApi.customers.read)
  return { busy: userChange.busy, ...useConfirmed(userChange), ...useBans(userChange) }
}
