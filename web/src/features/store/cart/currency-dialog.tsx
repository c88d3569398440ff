import { useTranslation } from 'react-i18next'

import { answerConflict } from '../../../state/cart-conflict.ts'
import { useCart, useCartTalk } from '../../../state/cart.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/**
 * Asks what to do with a product whose currency differs from the cart's: keep the cart, or start a
 * new cart with this product (Q53).
 */
export function CurrencyDialog() {
  const { t } = useTranslation()
  const { conflict } = useCartTalk()
  const { currency } = useCart()

  return (
    <Dialog
      open={conflict !== null}
      onClose={() => answerConflict(false)}
      title={t('cart.conflictTitle', { currency: t(`cart.currency.${currency as 'BRL' | 'USD'}`) })}
      closeLabel={t('action.close')}
      role="alertdialog"
    >
      {conflict && (
        <div className="grid gap-5">
          <p>
            {t('cart.conflictText', {
              name: conflict.name,
              other: t(`cart.currency.${conflict.currency as 'BRL' | 'USD'}`),
            })}
          </p>

          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => answerConflict(true)}>{t('cart.startNew')}</Button>
            <Button look="primary" onClick={() => answerConflict(false)}>
              {t('cart.keep')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
