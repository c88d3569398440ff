import { soldAs } from '@chaveiro/contracts/sold-as'
import { useTranslation } from 'react-i18next'

import { removeFromCart } from '../../../state/cart-lines.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { isTooMany } from '../cart/quantity.tsx'
import { joinPhrase } from '../shared/ways.ts'

const joinNames = (items: readonly CartItem[]): string =>
  joinPhrase(
    items.map(({ name, variantName }) => soldAs(name, variantName ?? '')),
    'conjunction',
  )

/** Why the cart cannot be paid, with a button that removes lines no longer sold. */
export function LinesNotice({ items }: { items: readonly CartItem[] }) {
  const { t } = useTranslation('checkout')
  const unavailable = items.filter(({ max }) => max === 0)
  const notOnSale = unavailable.filter(({ onSale }) => onSale === false)
  const soldOut = unavailable.filter(({ onSale }) => onSale !== false)
  if (unavailable.length === 0)
    return items.some(isTooMany) ? <Notice tone="bad">{t('cart.tooMany')}</Notice> : null

  return (
    <Notice tone="bad" className="grid justify-items-start gap-3">
      {notOnSale.length > 0 && (
        <p>{t('cart.offSaleNames', { count: notOnSale.length, names: joinNames(notOnSale) })}</p>
      )}
      {soldOut.length > 0 && (
        <p>{t('cart.soldOutNames', { count: soldOut.length, names: joinNames(soldOut) })}</p>
      )}
      <Button size="sm" onClick={() => unavailable.forEach(({ id }) => removeFromCart(id))}>
        {t('cart.takeOut')}
      </Button>
    </Notice>
  )
}
