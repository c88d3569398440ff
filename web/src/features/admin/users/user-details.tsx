import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Facts } from '../components/facts.tsx'
import { Modal } from '../components/modal.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import { RolesOfUser } from '../discord/role-words.tsx'
import type { User } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

/** Links an account to a Discord account by hand (Q48). */
export function DiscordForm({ user }: { user: User }) {
  const { t } = useTranslation('admin')

  const userChange = useChange(
    adminApi.users.list,
    adminApi.users.read,
    adminApi.customers.read,
    adminApi.roles.list,
  )

  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ defaultValues: { discordId: user.discordId ?? '' } })

  const submitUser = handleSubmit(async ({ discordId }) => {
    try {
      await call(adminApi.users.update, {
        params: { id: user.id },
        body: { discordId: discordId.trim() },
      })
    } catch (error) {
      console.error('users', error)
      return setError('discordId', { message: failureText(t('adminUsers.errorUpdate'), error) })
    }

    toast(t('adminUsers.saved'), 'good')
    void userChange.reload()
  })

  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void submitUser(event)}>
      <Field
        label={t('adminUsers.discord')}
        inputMode="numeric"
        maxLength={20}
        error={errors.discordId?.message}
        {...register('discordId', {
          validate: (value) =>
            /^(?:\d{17,20})?$/.test(value.trim()) || t('adminUsers.discordInvalid'),
        })}
      />

      <Button type="submit" size="sm" busy={isSubmitting} className="justify-self-start">
        {t('adminUsers.saveDiscord')}
      </Button>
    </form>
  )
}

type FullUser = Reply<typeof adminApi.users.read>['user']

/** Identity, status and purchases. */
function UserFacts({ user, full }: { user: User; full: FullUser | undefined }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      items={[
        [t('adminUsers.name'), user.name],
        [t('adminUsers.email'), user.email],
        [t('adminUsers.role'), t(`role.${user.role}`)],
        [t('adminUsers.created'), date(user.createdAt, 'moment')],
        [
          t('adminUsers.lastLogin'),
          user.lastLoginAt ? date(user.lastLoginAt, 'moment') : t('adminUsers.never'),
        ],
        [t('adminUsers.status'), user.isBanned ? t('adminUsers.banned') : t('adminUsers.active')],
        user.isBanned && [t('adminUsers.banReason'), user.banReason],
        user.isBanned && [
          t('adminUsers.bannedAt'),
          user.bannedAt ? date(user.bannedAt, 'moment') : null,
        ],
        [t('adminUsers.twoFactor'), full ? t(full.twoFactor ? 'kit.yes' : 'kit.no') : null],
        [
          t('adminUsers.purchases'),
          full
            ? t('adminUsers.purchasesText', {
                orders: number(full.figures.totalOrders),
                licences: number(full.figures.activeLicenses),
                paid: money(full.figures.totalPayments),
              })
            : null,
        ],
      ]}
    />
  )
}

function UserSessions({ sessions }: Pick<FullUser, 'sessions'>) {
  const { t } = useTranslation('admin')
  if (!sessions.length) return null

  return (
    <Facts
      title={t('adminUsers.sessions')}
      items={sessions.map(
        (session) =>
          [
            date(session.createdAt, 'moment'),
            `${session.ip ?? '-'} · ${session.userAgent ?? '-'}`,
          ] as const,
      )}
    />
  )
}

/** Details of an account: identity, status, purchases and sessions. */
export function UserDetails({
  user,
  onResetTwoFactor,
  onClose,
}: {
  user: User
  onResetTwoFactor(): void
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(ask(adminApi.users.read, { params: { id: user.id } }))
  const full = data?.user

  return (
    <Modal wide title={t('adminUsers.detailsOf', { name: user.name })} onClose={onClose}>
      <div className="grid gap-6">
        <UserFacts user={user} full={full} />

        {full && <UserSessions sessions={full.sessions} />}

        {full?.twoFactor && (
          <Button size="sm" look="danger" className="justify-self-start" onClick={onResetTwoFactor}>
            {t('adminUsers.resetTwoFactor')}
          </Button>
        )}

        <DiscordForm user={user} />
        <RolesOfUser userId={user.id} />

        <Link
          to={paths.adminSection('orders', { search: user.email })}
          className={buttonClass('plain', 'sm', 'justify-self-start')}
        >
          {t('adminUsers.orders')}
        </Link>
      </div>
    </Modal>
  )
}
