import type { AdminApi } from '@chaveiro/contracts/admin'
import { cartStatuses, type CartStatus } from '@chaveiro/contracts/states'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { money, number } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { Facts } from '../components/facts.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { StatusSelect } from '../components/status-select.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import { date } from '../shared/shop-clock.ts'

type Details = Reply<AdminApi['carts']['read']>['cart']

/**
 * Changes the status of a cart; staff may set any status (Q110). Before staff complete a cart by
 * hand, a note says that nothing will be delivered. The server refuses to change the cart of a paid
 * order.
 */
function StatusForm({ cart }: { cart: Details }) {
  const { t } = useTranslation('admin')
  const { reload } = useChange(adminApi.carts.list, adminApi.carts.stats, adminApi.carts.read)
  const [status, setStatus] = useState<CartStatus>(cart.status)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function saveCartStatus(): Promise<void> {
    setBusy(true)
    setError(null)

    try {
      await call(adminApi.carts.setStatus, { params: { id: cart.id }, body: { status } })
      toast(t('adminCarts.saved'), 'good')
      // Busy until the new status has loaded: the form then remounts and would lose a choice made
      // meanwhile.
      await reload()
    } catch (failure) {
      console.error('carts', failure)
      setError(failureText(t('adminCarts.errorStatus'), failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void saveCartStatus()
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect<CartStatus>
          label={t('adminCarts.statusOf')}
          thing="cart"
          value={status}
          from={cart.status}
          options={cartStatuses.map((one) => [one, t(`adminCarts.status.${one}`)] as const)}
          onChange={setStatus}
          disabled={busy}
        />

        <Button
          type="submit"
          size="sm"
          look="primary"
          busy={busy}
          disabled={status === cart.status}
        >
          {t('kit.save')}
        </Button>
      </div>

      {status === 'completed' && cart.status !== 'completed' && (
        <p className="text-sm text-muted">{t('adminCarts.byHand')}</p>
      )}
      {error && <Notice tone="bad">{error}</Notice>}
    </form>
  )
}

function CartItem({
  item,
  currency,
}: {
  item: Details['items'][number]
  currency: Details['currency']
}) {
  const { t } = useTranslation('admin')
  const price = item.price === null ? t('adminCarts.unavailable') : money(item.price, currency)

  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
      <ProductImage src={item.product?.image} color="" />

      <span className={join(!item.product && 'text-muted')}>
        {item.product?.name ?? t('adminCarts.productMissing')}
        {!item.product && (
          <span className="block text-xs">{t('adminCarts.productMissingText')}</span>
        )}
      </span>

      <span className={join('whitespace-nowrap', !item.product && 'text-muted')}>
        {t('adminCarts.line', { price, quantity: number(item.quantity) })}
      </span>
    </li>
  )
}

function CartItems({ cart }: { cart: Details }) {
  const { t } = useTranslation('admin')
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold text-muted">{t('adminCarts.itemsTitle')}</h3>

      {cart.items.length === 0 && <p className="text-sm text-muted">{t('adminCarts.noItems')}</p>}

      {cart.items.length > 0 && (
        <ul className="grid gap-2">
          {cart.items.map((item) => (
            <CartItem
              key={`${item.productId} ${item.product?.name}`}
              item={item}
              currency={cart.currency}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function CartContent({ cart }: { cart: Details }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-6">
      <StatusForm key={cart.status} cart={cart} />

      <Facts
        items={[
          [
            t('adminCarts.id'),
            <span key="id" className="font-mono text-xs">
              {cart.id}
            </span>,
          ],
          [
            t('adminCarts.user'),
            <Link
              key="user"
              to={detailPath('users', cart.userId)}
              className="underline underline-offset-2"
            >
              {cart.user.name} ({cart.user.email})
            </Link>,
          ],
          [t('adminCarts.subtotal'), money(cart.subtotal, cart.currency)],
          cart.discount.applied && [
            t('adminCarts.discount'),
            t('adminCarts.discountOf', {
              code: cart.discount.cupomCode ?? '',
              amount: money(cart.discount.amount, cart.currency),
            }),
          ],
          [t('adminCarts.amount'), money(cart.totalAmount, cart.currency)],
          [t('adminCarts.expires'), date(cart.expiresAt, 'moment')],
          [t('adminCarts.terms'), t(cart.termsAccepted ? 'kit.yes' : 'kit.no')],
        ]}
      />

      <CartItems cart={cart} />
    </div>
  )
}

/** Keeps the cart on screen when reloading it fails. */
function CartOrError({ answer }: { answer: UseQueryResult<Reply<typeof adminApi.carts.read>> }) {
  const { t } = useTranslation(['admin', 'common'])
  if (answer.data) return <CartContent cart={answer.data.cart} />

  if (answer.isError)
    return (
      <ErrorState
        text={t('adminCarts.errorDetails')}
        retry={t('common:action.retry')}
        onRetry={() => void answer.refetch()}
      />
    )

  return <DialogLoading />
}

/** One cart with its items and an editable status. */
export function CartDetails({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('admin')
  const cartQuery = useQuery(ask(adminApi.carts.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (cartQuery.error) console.error('carts', cartQuery.error)
  }, [cartQuery.error])

  return (
    <Modal wide title={t('adminCarts.detailsTitle')} onClose={onClose}>
      <CartOrError answer={cartQuery} />
    </Modal>
  )
}
