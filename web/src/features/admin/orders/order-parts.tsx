import { methodName } from '@chaveiro/contracts/method-names'
import { staffMayMove, type OrderOrigin } from '@chaveiro/contracts/states'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money, number } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { CustomerLink } from '../components/customer-link.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { useChange } from '../components/use-change.ts'
import { SingleKey } from '../shared/key-cell.tsx'
import { MoneyBack } from '../shared/money-back.tsx'
import type { FullOrder } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'
import { TestBadge } from '../shared/test-badge.tsx'
import { PaymentState } from '../transactions/payment-state.tsx'
import type { Act } from './order-acts.tsx'
import { OrderState } from './order-state.tsx'
import { RefundPart } from './refund-part.tsx'

const unitTones = {
  active: 'good',
  expired: 'muted',
  suspended: 'bad',
  pending: 'wait',
} as const satisfies Record<FullOrder['units'][number]['status'], Tone>

/**
 * Customers read a revoked unit as suspended; staff see it as revoked unless a decision is
 * pending.
 */
const unitStatus = ({ status, suspended }: FullOrder['units'][number]) =>
  status === 'suspended' && !suspended ? 'revoked' : status

function OrderGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul className="grid gap-2 text-sm">{children}</ul>
    </section>
  )
}

export function OrderItems({ order }: { order: FullOrder }) {
  const { t } = useTranslation('admin')
  return (
    <OrderGroup title={t('adminOrders.items')}>
      {order.items.map((item) => (
        <li key={item.id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-3">
          <ProductImage src={item.image} color="" />
          <span>{item.name}</span>

          <span className="whitespace-nowrap">
            {t('adminOrders.line', {
              price: money(item.price, order.currency),
              quantity: number(item.quantity),
            })}
          </span>
        </li>
      ))}
    </OrderGroup>
  )
}

/** Each unit with its key, which is masked until revealed. */
export function OrderUnits({ order }: { order: FullOrder }) {
  const { t } = useTranslation('admin')
  if (!order.units.length) return null

  return (
    <OrderGroup title={t('adminOrders.units')}>
      {order.units.map((unit) => (
        <li key={unit.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            {unit.productName}{' '}
            <span className="text-xs text-muted">
              {[
                ...(unit.licenseKey ? [] : [t('adminOrders.noKey')]),
                ...(unit.expirationDate
                  ? [t('adminOrders.until', { date: date(unit.expirationDate) })]
                  : []),
              ].join(', ')}
            </span>
          </span>

          {unit.licenseKey && unit.maskedKey && (
            <SingleKey
              row={{ id: unit.id, licenseKey: unit.licenseKey, maskedKey: unit.maskedKey }}
            />
          )}

          <Badge tone={unitTones[unit.status]}>{t(`adminOrders.unit.${unitStatus(unit)}`)}</Badge>
        </li>
      ))}
    </OrderGroup>
  )
}

/**
 * The order's payments. While the order is unpaid, staff can confirm a payment whose money arrived
 * without a provider's report (Q34).
 */
export function OrderPayments({
  order,
  onAct,
}: {
  order: FullOrder
  onAct(actionButton: Act): void
}) {
  const { t } = useTranslation('admin')
  const isUnpaid = order.status === 'pending' || order.status === 'cancelled'
  if (!order.payments.length) return null

  return (
    <OrderGroup title={t('adminOrders.payments')}>
      {order.payments.map((payment) => (
        <li key={payment.id} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {methodName(payment.method, currentLanguage())} ·{' '}
              {money(payment.amount, order.currency)}{' '}
              <span className="text-xs text-muted">{date(payment.createdAt, 'moment')}</span>
            </span>

            <PaymentState {...payment} currency={order.currency} />
          </div>

          <div className="flex flex-wrap gap-2">
            <Link
              to={detailPath('transactions', payment.id)}
              className={buttonClass('plain', 'sm')}
            >
              {t('adminOrders.seePayment')}
            </Link>
            {payment.status === 'completed' && payment.amount > 0 && (
              <RefundPart paymentId={payment.id} />
            )}

            {isUnpaid && staffMayMove('payment', payment.status, 'completed') && (
              <Button
                size="sm"
                onClick={() => onAct({ kind: 'confirm', order, paymentId: payment.id })}
              >
                {t('adminOrders.confirm')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </OrderGroup>
  )
}

/** Status, customer, amounts and dates. */
export function OrderFacts({ order }: { order: FullOrder }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      title={t('adminOrders.groupOrder')}
      items={[
        [
          t('adminOrders.statusHead'),
          <span key="status" className="inline-flex flex-wrap gap-1.5">
            <OrderState status={order.status} />
            <MoneyBack of={order} />
            <TestBadge of={order} />
          </span>,
        ],
        [
          t('adminOrders.customer'),
          <CustomerLink key="customer" id={order.userId}>
            {`${order.customer.name} (${order.customer.email})`}
          </CustomerLink>,
        ],
        order.mailRefusedSince && [
          t('adminOrders.mailRefused'),
          <Badge key="refused" tone="bad">
            {t('adminOrders.mailRefusedSince', {
              when: date(order.mailRefusedSince, 'moment'),
            })}
          </Badge>,
        ],
        [t('adminOrders.subtotal'), money(order.subtotal, order.currency)],
        order.discount.applied && [
          t('adminOrders.discount'),
          order.discount.cupomCode === null
            ? money(order.discount.amount, order.currency)
            : t('adminOrders.discountOf', {
                amount: money(order.discount.amount, order.currency),
                code: order.discount.cupomCode,
              }),
        ],
        [t('adminOrders.amount'), money(order.totalAmount, order.currency)],
        [
          t('adminOrders.method'),
          order.paymentMethod ? methodName(order.paymentMethod, currentLanguage()) : null,
        ],
        [
          t('adminOrders.origin'),
          t(`adminOrders.origin.${order.origin as OrderOrigin}`, { defaultValue: order.origin }),
        ],
        [t('adminOrders.created'), date(order.createdAt, 'moment')],
        [
          t('adminOrders.completedAt'),
          order.completedAt ? date(order.completedAt, 'moment') : null,
        ],
      ]}
    />
  )
}

/** Links to customer, cart, licences and deliveries. */
export function OrderLinks({ order }: { order: FullOrder }) {
  const { t } = useTranslation('admin')
  const linkButtonClass = buttonClass('plain', 'sm')

  return (
    <nav
      className="flex flex-wrap gap-2"
      aria-label={t('adminOrders.detailsTitle', { number: order.orderNumber })}
    >
      <Link to={detailPath('users', order.userId)} className={linkButtonClass}>
        {t('adminOrders.seeCustomer')}
      </Link>
      <Link to={paths.adminSection('carts', { search: order.userId })} className={linkButtonClass}>
        {t('adminOrders.seeCart')}
      </Link>
      <Link
        to={paths.adminSection('licenses', { userId: order.userId })}
        className={linkButtonClass}
      >
        {t('adminOrders.seeLicences')}
      </Link>

      {order.units.some((unit) => unit.status === 'pending') && (
        <Link
          to={paths.adminSection('deliveries', { search: order.orderNumber })}
          className={linkButtonClass}
        >
          {t('adminOrders.seeDeliveries')}
        </Link>
      )}
    </nav>
  )
}

/** The actions that an order's status allows, the likely action first. */
export function useOrderButtons(order: FullOrder | undefined, onAct: (act: Act) => void) {
  const { t } = useTranslation('admin')
  const orderChange = useChange(adminApi.orders.read)
  if (!order) return []

  const resendReceipt = () =>
    void orderChange.run(() => call(adminApi.orders.resend, { params: { id: order.id } }), {
      failed: t('adminOrders.errorResend'),
      done: t('adminOrders.resent'),
    })

  const isAllowed = (to: FullOrder['status']) => staffMayMove('order', order.status, to)

  const act = (kind: 'reopen' | 'cancel' | 'refund', className?: string) => (
    <Button key={kind} size="sm" className={className} onClick={() => onAct({ kind, order })}>
      {t(`adminOrders.${kind}`)}
    </Button>
  )

  return [
    ...(order.status === 'completed'
      ? [
          <Button key="resend" size="sm" busy={orderChange.busy} onClick={resendReceipt}>
            {t('adminOrders.resend')}
          </Button>,
        ]
      : []),
    ...(isAllowed('pending') ? [act('reopen')] : []),
    ...(isAllowed('cancelled') ? [act('cancel', 'text-bad')] : []),
    ...(isAllowed('refunded') ? [act('refund', 'text-bad')] : []),
  ]
}
