import type { Api } from '@chaveiro/contracts'
import { methodName } from '@chaveiro/contracts/method-names'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, download } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { date, money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Guide } from '../../shared/guide.tsx'
import { guidedLicences } from '../../shared/guided.ts'
import { OrderBadge } from '../shared/state-badges.tsx'

type Order = Reply<Api['orders']['list']>['orders'][number]

/** Saves the order's document under the name that the server gave it (S105). */
function useInvoice(orderId: string): { busy: boolean; save(): void } {
  const { t } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const { blob, fileName } = await download(api.orders.invoice, { params: { id: orderId } })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = fileName
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 1000)
    } catch {
      toast(t('orders.errorInvoice'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: () => void save() }
}

/**
 * One order: number, state, date, amount, method, what was bought, its keys, its receipt (S104).
 */
export function OrderCard({ order }: { order: Order }) {
  const { t } = useTranslation(['account', 'common'])
  const invoice = useInvoice(order.id)
  const paid = order.status === 'completed' || order.status === 'refunded'
  const number = order.orderNumber || order._id.slice(-8)
  return (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{t('orders.number', { number })}</h2>
          <p className="text-sm text-muted">
            {date(order.createdAt, 'moment')} · {methodName(order.paymentMethod, currentLanguage())}
          </p>
        </div>
        <div className="flex items-center gap-3">
          <OrderBadge status={order.status} />
          <span className="text-lg font-bold whitespace-nowrap text-warm">
            {money(order.totalAmount, order.currency)}
          </span>
        </div>
      </header>
      <ul className="grid gap-1 text-sm">
        {order.products.map((product) => (
          <li key={product.id} className="flex justify-between gap-4">
            <span>
              {product.name}{' '}
              <span className="whitespace-nowrap text-muted">
                {product.quantity} × {money(product.price, order.currency)}
              </span>
            </span>
            <span className="whitespace-nowrap text-muted">
              {money(product.price * product.quantity, order.currency)}
            </span>
          </li>
        ))}
        {order.discount > 0 ? (
          <li className="flex justify-between gap-4 text-good">
            <span>{t('orders.discount')}</span>
            <span className="whitespace-nowrap">− {money(order.discount, order.currency)}</span>
          </li>
        ) : null}
      </ul>
      <OrderKeys order={order} />
      <Suspended order={order} />
      {order.pendingUnits > 0 ? (
        <p className="text-sm text-wait">{t('orders.waiting', { count: order.pendingUnits })}</p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {order.status === 'pending' ? (
          <Link to={paths.checkout} className={buttonClass('primary')}>
            {t('orders.pay')}
          </Link>
        ) : null}
        <Button
          icon={<FileDown aria-hidden size={16} />}
          busy={invoice.busy}
          onClick={invoice.save}
        >
          {/* What was not paid has a summary, which is no receipt (Q109). */}
          {t(paid ? 'orders.invoice' : 'orders.summary')}
        </Button>
      </div>
    </Card>
  )
}

/** The keys of an order, each under the product it is for, in the order of its lines. */
function OrderKeys({ order }: { order: Order }) {
  const { t } = useTranslation(['account', 'common'])
  const units = order.units.flatMap(({ licenseKey, ...unit }) =>
    licenseKey === null ? [] : [{ ...unit, licenseKey }],
  )
  const guided = guidedLicences(units)
  if (units.length === 0) return null
  return (
    <ul aria-label={t('orders.keys')} className="grid gap-2">
      {units.map(({ productName, licenseId, licenseKey }) => (
        <li key={licenseKey} className="grid gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
          <div className="flex items-center justify-between gap-2">
            <span className="grid min-w-0">
              <span className="text-sm text-muted">{productName}</span>
              <code className="font-mono text-sm break-all">{licenseKey}</code>
            </span>
            <CopyButton
              look="ghost"
              size="sm"
              text={licenseKey}
              label={t('common:action.copy')}
              copiedLabel={t('common:action.copied')}
              name={t('licence.copy', { key: licenseKey })}
              className="shrink-0"
              short
            />
          </div>
          {licenseId && guided.has(licenseId) ? (
            <div className="pr-2 pb-2">
              <Guide licenceId={licenseId} name={productName} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** What of a paid order is out of use now: without a word its key would just be missing (Q37). */
function Suspended({ order }: { order: Order }) {
  const { t } = useTranslation('account')
  const names = order.units
    .filter(({ status }) => status === 'suspended')
    .map(({ productName }) => productName)
  if (order.status !== 'completed' || names.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm text-wait">
      {names.map((name, i) => (
        <li key={i}>
          {name}: {t('licence.suspended')}
        </li>
      ))}
    </ul>
  )
}
