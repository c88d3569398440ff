import { methodName } from '@chaveiro/contracts/method-names'
import { ChevronDown, FileDown, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { date, money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { OrderHelp } from '../../shared/help.tsx'
import { useInvoice } from '../../shared/use-invoice.ts'
import { useBuyAgain } from '../shared/buy-again.ts'
import { OrderBadge } from '../shared/state-badges.tsx'
import { TimeLeft } from '../shared/time-left.tsx'
import { OrderLines, type Order } from './order-lines.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderWithdrawal } from './order-withdrawal.tsx'

const orderNumber = (order: Order): string => order.orderNumber || order._id.slice(-8)

/**
 * One order: number, state, date, amount, method and lines with masked keys (S104). Opened, it
 * shows the timeline and actions (P250).
 */
export function OrderCard({
  order,
  open: initiallyOpen = false,
}: {
  order: Order
  open?: boolean
}) {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(initiallyOpen)
  const detailsId = useId()

  return (
    <article data-row className="rounded-lg bg-surface">
      <header className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg p-4 transition-colors hover:bg-raised sm:px-6">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="font-semibold">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              className="flex min-h-6 items-center gap-2 text-left after:absolute after:inset-0 after:rounded-lg"
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronDown
                aria-hidden
                size={16}
                className={join('text-muted transition-transform', !isOpen && '-rotate-90')}
              />

              {t('orders.number', { number: orderNumber(order) })}
            </button>
          </h2>

          <p className="pl-6 text-sm text-muted">
            {date(order.createdAt, 'moment')} · {methodName(order.paymentMethod, currentLanguage())}
          </p>
        </div>

        <div className="flex items-center gap-3 max-sm:pl-6">
          <OrderBadge status={order.status} waits={order.pendingUnits > 0} />
          <span className="price text-lg whitespace-nowrap">
            {money(order.totalAmount, order.currency)}
          </span>
        </div>
      </header>

      <div className="border-t border-line px-4 sm:px-6">
        <OrderLines order={order} />

        {order.pendingUnits > 0 && (
          <p className="pb-4 text-sm text-wait">
            {t('orders.waiting', { count: order.pendingUnits })}
          </p>
        )}
      </div>

      {isOpen && (
        <div id={detailsId} className="grid gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
          <OrderTimeline timeline={order.timeline} />
          <OrderActions order={order} />

          {order.withdrawal && (
            <OrderWithdrawal
              orderId={order.id}
              number={orderNumber(order)}
              method={order.paymentMethod}
              withdrawal={order.withdrawal}
            />
          )}
        </div>
      )}
    </article>
  )
}

function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('account')
  const invoice = useInvoice(order.id, t('orders.errorInvoice'))
  const { busy, buy } = useBuyAgain()
  const isPaid = order.status === 'completed' || order.status === 'refunded'
  const productsOnSale = order.products.filter((product) => product.onSale)
  const displayNumber = orderNumber(order)

  return (
    <div className="flex flex-wrap items-center gap-3">
      {order.status === 'pending' && (
        <>
          <Link to={paths.checkout} className={buttonClass('primary')}>
            {t('orders.pay')}
          </Link>
          {order.openUntil && <TimeLeft until={order.openUntil} />}
        </>
      )}

      {order.status !== 'pending' && productsOnSale.length > 0 && (
        <Button
          icon={<RotateCw aria-hidden size={16} />}
          busy={busy}
          onClick={() =>
            buy(
              productsOnSale.map(({ id: productId, variantId, quantity }) => ({
                productId,
                variantId,
                quantity,
              })),
            )
          }
        >
          {t('orders.again')}
        </Button>
      )}

      <Button icon={<FileDown aria-hidden size={16} />} busy={invoice.busy} onClick={invoice.save}>
        {/* An unpaid order has a summary instead of a receipt (Q109). */}
        {t(isPaid ? 'orders.invoice' : 'orders.summary')}
      </Button>
      <OrderHelp
        label={t('orders.help')}
        subject={t('orders.helpSubject', { number: displayNumber })}
      />
    </div>
  )
}
