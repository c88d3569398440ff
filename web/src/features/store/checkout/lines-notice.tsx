import { soldAs } from '@chaveiro/contracts/sold-as'
import { useTranslation } from 'react-i18next'

import { removeFromCart } from '../../../state/cart-lines.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { isTooMany } from '../cart/quantity.tsx'
import { phrase } from '../shared/ways.ts'

const namesOf = (items: readonly CartItem[]): string =>
  phrase(
    items.map(({ name, variantName }) => soldAs(name, variantName ?? '')),
    'conjunction',
  )

/** Why the lines cannot be paid for: what is no longer sold can leave by one press. */
export function LinesNotice({ items }: { items: readonly CartItem[] }) {
  const { t } = useTranslation('checkout')
  const gone = items.filter(({ max }) => max === 0)
  const off = gone.filter(({ onSale }) => onSale === false)
  const out = gone.filter(({ onSale }) => onSale !== false)
  if (gone.length === 0)
    return items.some(isTooMany) ? <Notice tone="bad">{t('cart.tooMany')}</Notice> : null

  return (
    <Notice tone="bad" className="grid justify-items-start gap-3">
      {off.length > 0 && (
        <p>{t('cart.offSaleNames', { count: off.length, names: namesOf(off) })}</p>
      )}
      {out.length > 0 && (
        <p>{t('cart.soldOutNames', { count: out.length, names: namesOf(out) })}</p>
      )}
      <Button size="sm" onClick={() => gone.forEach(({ id }) => removeFromCart(id))}>
        {t('cart.takeOut')}
      </Button>
    </Notice>
  )
}
