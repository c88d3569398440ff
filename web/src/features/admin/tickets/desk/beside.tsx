import type { OrderStatus, PaymentStatus } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../../api/http.ts'
import { ask } from '../../../../api/queries.ts'
import { money, number, reais } from '../../../../i18n/format.ts'
import { paths } from '../../../../routing/paths.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import { detailPath } from '../../components/detail-page.tsx'
import { presentFacts, type FactItems } from '../../components/facts.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { OrderState } from '../../orders/order-state.tsx'
import { date } from '../../shared/shop-clock.ts'
import { PaymentState } from '../../transactions/payment-state.tsx'
import type { Desk } from './use-desk.ts'

type Context = Reply<typeof adminApi.supportDesk.context>
const linkClass = 'wrap-anywhere link'

/** Label and value share a line until the narrow column wraps them. */
function FactPairs({ items }: { items: FactItems }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {presentFacts(items).map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function BesidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 rounded-lg bg-surface p-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type Customer = Context['customer']

function CustomerName({ customer }: { customer: Customer }) {
  if (!customer.id) return <bdi className="font-medium wrap-anywhere">{customer.name}</bdi>

  return (
    <Link to={detailPath('users', customer.id)} className={`${linkClass} font-medium`}>
      <bdi>{customer.name}</bdi>
    </Link>
  )
}

/** The customer's purchases, or a line that they have no account. */
function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  if (!customer.id) return <p className="text-sm text-muted">{t('adminTickets.desk.stranger')}</p>

  return (
    <FactPairs
      items={[
        [t('adminTickets.desk.since'), date(customer.since)],
        [t('adminTickets.desk.orders'), number(customer.orders)],
        [t('adminTickets.desk.paid'), reais(customer.paid)],
        [t('adminTickets.desk.licences'), number(customer.licences)],
        customer.discordId && [t('adminTickets.desk.discord'), customer.discordId],
      ]}
    />
  )
}

function CustomerPart({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  return (
    <BesidePart title={t('adminTickets.desk.customer')}>
      <p className="grid text-sm">
        <CustomerName customer={customer} />
        <span className="wrap-anywhere text-muted">{customer.email}</span>
      </p>

      {customer.banned && (
        <p className="text-sm font-medium wrap-anywhere text-bad">
          {t('adminTickets.desk.banned', { reason: customer.banReason ?? '-' })}
        </p>
      )}

      <CustomerFacts customer={customer} />
    </BesidePart>
  )
}

function OrderPart({ order }: { order: NonNullable<Context['order']> }) {
  const { t } = useTranslation('admin')
  const { payment } = order

  return (
    <BesidePart title={t('adminTickets.desk.order')}>
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <Link to={paths.adminSection('orders', { search: order.number })} className={linkClass}>
          {order.number}
        </Link>
        <OrderState status={order.status as OrderStatus} />
      </p>

      <ul className="grid gap-1 text-sm">
        {order.lines.map((line, i) => (
          <li key={i} className="wrap-anywhere">
            {number(line.quantity)} × <bdi>{line.name}</bdi>
          </li>
        ))}
      </ul>

      <FactPairs
        items={[
          [t('adminTickets.desk.total'), money(order.total, order.currency)],
          [t('adminTickets.desk.ordered'), date(order.createdAt, 'moment')],
          payment && [
            t(`desk.method.${payment.method as 'pix'}`, { defaultValue: payment.method }),
            <PaymentState status={payment.status as PaymentStatus} attention={null} />,
          ],
        ]}
      />
    </BesidePart>
  )
}

function OtherTickets({ tickets, desk }: { tickets: Context['tickets']; desk: Desk }) {
  const { t } = useTranslation('admin')
  if (!tickets.length) return null

  return (
    <BesidePart title={t('adminTickets.desk.others')}>
      <ul className="grid gap-2 text-sm">
        {tickets.map((one) => (
          <li key={one.ticketId} className="grid">
            <button
              type="button"
              className={`${linkClass} text-left`}
              onClick={() => desk.open(one.ticketId)}
            >
              <bdi>{one.subject || one.ticketId}</bdi>
            </button>

            <span className="text-xs text-muted">
              {`${one.ticketId} · ${t(`adminTickets.status.${one.status}`)} · ${date(one.createdAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </BesidePart>
  )
}

/** The third column: the customer and their order. */
export function ContextPane({ desk, className }: { desk: Desk; className: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const contextQuery = useQuery(ask(adminApi.supportDesk.context, { params: { id: desk.ticket } }))

  return (
    <aside
      aria-label={t('adminTickets.desk.about')}
      className={join('grid min-h-0 content-start gap-3 overflow-y-auto', className)}
    >
      <IconButton
        label={t('adminTickets.desk.toConversation')}
        className="-ml-2 xl:hidden"
        onClick={() => desk.show('')}
      >
        <ArrowLeft size={18} aria-hidden />
      </IconButton>

      <QueryResult
        keepsOld
        answer={contextQuery}
        failed={t('adminTickets.desk.errorAbout')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading />}
      >
        {({ customer, order, tickets }) => (
          <>
            <CustomerPart customer={customer} />
            {order && <OrderPart order={order} />}
            <OtherTickets tickets={tickets} desk={desk} />
          </>
        )}
      </QueryResult>
    </aside>
  )
}
