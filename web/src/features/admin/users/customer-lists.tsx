import { methodName } from '@chaveiro/contracts/method-names'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths, type AdminSection } from '../../../routing/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { DetailPart, PartRow, detailPath } from '../components/detail-page.tsx'
import { OnBadge } from '../components/on-badge.tsx'
import { When } from '../components/when.tsx'
import { licenceTones } from '../licences/licence-tones.ts'
import { OrderState } from '../orders/order-state.tsx'
import { RatingStars } from '../reviews/stars.tsx'
import { MoneyBack } from '../shared/money-back.tsx'
import type { Customer } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'
import { TestBadge } from '../shared/test-badge.tsx'
import { PaymentState } from '../transactions/payment-state.tsx'

type Of = { customer: Customer }

/** Link to a section's list of this customer. */
function AllLink({ section, query }: { section: AdminSection; query: Record<string, string> }) {
  const { t } = useTranslation('admin')
  return (
    <Link
      to={paths.adminSection(section, query)}
      aria-label={t('adminUsers.page.allOf', { section: t(`shell.section.${section}`) })}
      className={buttonClass('ghost', 'sm')}
    >
      {t('adminUsers.page.all')}
    </Link>
  )
}

export function CustomerOrders({ customer: { id, orders } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.orders')}
      none={t('adminUsers.page.noOrders')}
      total={orders.total}
      shown={orders.rows.length}
      all={orders.total > 0 && <AllLink section="orders" query={{ userId: id }} />}
    >
      {orders.rows.map((order) => (
        <PartRow
          key={order.id}
          to={detailPath('orders', order.id)}
          title={order.orderNumber}
          line={
            <>
              <When at={order.createdAt} /> · {order.products.join(', ')}
            </>
          }
          end={money(order.totalAmount, order.currency)}
          state={
            <>
              <OrderState status={order.status} />
              <MoneyBack of={order} />
              <TestBadge of={order} />
            </>
          }
        />
      ))}
    </DetailPart>
  )
}

export function CustomerPayments({ customer: { id, payments } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.payments')}
      none={t('adminUsers.page.noPayments')}
      total={payments.total}
      shown={payments.rows.length}
      all={payments.total > 0 && <AllLink section="transactions" query={{ userId: id }} />}
    >
      {payments.rows.map((payment) => (
        <PartRow
          key={payment.id}
          to={detailPath('transactions', payment.id)}
          title={methodName(payment.method, currentLanguage())}
          line={
            <>
              <When at={payment.createdAt} /> · {payment.orderNumber}
            </>
          }
          end={money(payment.amount, payment.currency)}
          state={
            <>
              <PaymentState {...payment} />
            </>
          }
        />
      ))}
    </DetailPart>
  )
}

export function CustomerLicences({ customer: { id, licenses } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.licences')}
      none={t('adminUsers.page.noLicences')}
      total={licenses.total}
      shown={licenses.rows.length}
      all={licenses.total > 0 && <AllLink section="licenses" query={{ userId: id }} />}
    >
      {licenses.rows.map((licence) => (
        <PartRow
          key={licence.id}
          to={detailPath('licenses', licence.id)}
          title={licence.productName}
          line={
            <>
              <span className="font-mono">{licence.maskedKey}</span>{' '}
              {licence.expirationDate
                ? t('adminOrders.until', { date: date(licence.expirationDate) })
                : t('licenses.never')}
            </>
          }
          state={
            <Badge tone={licenceTones[licence.status]}>
              {t(`licenses.status.${licence.status}`)}
            </Badge>
          }
        />
      ))}
    </DetailPart>
  )
}

export function CustomerTickets({ customer: { name, tickets } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.tickets')}
      none={t('adminUsers.page.noTickets')}
      total={tickets.total}
      shown={tickets.rows.length}
      all={
        tickets.total ? <AllLink section="tickets" query={{ view: 'table', search: name }} /> : null
      }
    >
      {tickets.rows.map((ticket) => (
        <PartRow
          key={ticket.id}
          to={paths.adminSection('tickets', { view: 'inbox', ticket: ticket.ticketId })}
          title={ticket.subject || ticket.ticketId}
          line={
            <>
              {ticket.ticketId} · <When at={ticket.lastAt} />
            </>
          }
          state={
            <Badge tone={ticket.status === 'open' ? 'wait' : 'muted'}>
              {t(`adminTickets.status.${ticket.status}`)}
            </Badge>
          }
        />
      ))}
    </DetailPart>
  )
}

const reviewTones = { pending: 'wait', published: 'good', rejected: 'muted' } as const

export function CustomerReviews({ customer: { id, reviews } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.reviews')}
      none={t('adminUsers.page.noReviews')}
      total={reviews.total}
      shown={reviews.rows.length}
      all={reviews.total > 0 && <AllLink section="reviews" query={{ userId: id }} />}
    >
      {reviews.rows.map((review) => (
        <PartRow
          key={review.id}
          to={paths.adminSection('reviews', { userId: id, review: review.id })}
          title={review.productName}
          line={
            <span className="grid">
              <RatingStars rating={review.rating} />
              {review.body && <span className="line-clamp-2">{review.body}</span>}
              <When at={review.createdAt} />
            </span>
          }
          state={
            <Badge tone={reviewTones[review.status]}>
              {t(`adminReviews.status.${review.status}`)}
            </Badge>
          }
        />
      ))}
    </DetailPart>
  )
}

export function CustomerCoupons({ customer: { coupons } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.coupons')}
      none={t('adminUsers.page.noCoupons')}
      total={coupons.total}
      shown={coupons.rows.length}
    >
      {coupons.rows.map((use) => (
        <PartRow
          key={use.id}
          to={detailPath('orders', use.orderId)}
          title={use.code}
          line={
            <>
              <When at={use.createdAt} /> · {use.orderNumber}
            </>
          }
          end={`- ${money(use.discount, use.currency)}`}
        />
      ))}
    </DetailPart>
  )
}

/** Sessions, with where they began and whether they are active. */
export function CustomerSessions({ customer: { sessions } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.sessions')}
      none={t('adminUsers.page.noSessions')}
      total={sessions.total}
      shown={sessions.rows.length}
    >
      {sessions.rows.map((session) => (
        <PartRow
          key={session.id}
          title={session.device ?? t('adminUsers.page.noDevice')}
          line={
            <>
              {[...new Set([session.ip, session.lastIp])].filter(Boolean).join(' · ') || '-'} ·{' '}
              {t('adminUsers.page.lastSeen')} <When at={session.lastSeenAt} />
            </>
          }
          state={
            <OnBadge
              isOn={session.open}
              on={t('adminUsers.page.open')}
              off={t('adminUsers.page.ended')}
            />
          }
        />
      ))}
    </DetailPart>
  )
}

/** Accepted terms with date and IP address, identified by the start of their SHA-256. */
export function CustomerConsents({ customer: { consents } }: Of) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.consents')}
      none={t('adminUsers.page.noConsents')}
      total={consents.total}
      shown={consents.rows.length}
    >
      {consents.rows.map((consent) => (
        <PartRow
          key={consent.id}
          title={consent.orderNumber ?? t('adminUsers.page.atRegistration')}
          line={
            <>
              <When at={consent.createdAt} /> · {consent.ip ?? '-'} ·{' '}
              {t(`adminReviews.language.${consent.language}`)} · {consent.version.slice(0, 12)}
            </>
          }
        />
      ))}
    </DetailPart>
  )
}
