import { useTranslation } from 'react-i18next'

import { money, number } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../components/facts.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { When } from '../components/when.tsx'
import type { Customer } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

/** A customer's value to the shop. */
export function UserFigures({ customer: { figures } }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  return (
    <StatCards
      items={[
        {
          label: t('adminUsers.page.spent'),
          value: money(figures.spent),
          note: t('adminUsers.page.spentNote'),
        },
        { label: t('adminUsers.page.paidOrders'), value: number(figures.paidOrders) },
        { label: t('adminUsers.page.activeLicences'), value: number(figures.activeLicenses) },
        {
          label: t('adminUsers.page.lastOrder'),
          value: figures.lastOrderAt ? <When at={figures.lastOrderAt} /> : t('adminUsers.never'),
        },
      ]}
    />
  )
}

/** Identity, registration date, verifications and account status. */
export function AccountFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const formatMoment = (at: string) => date(at, 'moment')
  const discordNames = [customer.discordName, customer.discordId].filter(Boolean).join(' · ')

  return (
    <Facts
      items={[
        [
          t('adminUsers.status'),
          <Badge key="status" tone={customer.isBanned ? 'bad' : 'good'}>
            {t(customer.isBanned ? 'adminUsers.banned' : 'adminUsers.active')}
          </Badge>,
        ],
        customer.isBanned && [t('adminUsers.banReason'), customer.banReason],
        customer.isBanned && [
          t('adminUsers.bannedAt'),
          customer.bannedAt ? formatMoment(customer.bannedAt) : null,
        ],
        [t('adminUsers.email'), customer.email],
        [
          t('adminUsers.page.emailProven'),
          customer.emailProvenAt
            ? t('adminUsers.page.since', { date: formatMoment(customer.emailProvenAt) })
            : t('kit.no'),
        ],
        [t('adminUsers.role'), t(`role.${customer.role}`)],
        [t('adminUsers.created'), formatMoment(customer.createdAt)],
        [
          t('adminUsers.lastLogin'),
          customer.lastLoginAt ? formatMoment(customer.lastLoginAt) : t('adminUsers.never'),
        ],
        [t('adminReviews.language'), t(`adminReviews.language.${customer.language}`)],
        [t('adminUsers.twoFactor'), t(customer.twoFactor ? 'kit.yes' : 'kit.no')],
        [t('adminUsers.page.discord'), discordNames],
        customer.discordId && [
          t('adminUsers.page.discordProven'),
          customer.discordProvenAt
            ? t('adminUsers.page.since', { date: formatMoment(customer.discordProvenAt) })
            : t('adminUsers.page.byStaff'),
        ],
      ]}
    />
  )
}
