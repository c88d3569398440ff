import type { ManualMethod } from '@chaveiro/contracts/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import type { Customer } from '../../shared/rows.ts'
import { ManualOrder } from './manual-order.tsx'

/** Buttons of the customer page: give a licence, and record an order paid outside. */
export function useManualOrder({ id, name, email, isBanned }: Customer) {
  const { t } = useTranslation('admin')
  const [making, setMaking] = useState<ManualMethod | null>(null)
  const refusalText = isBanned ? t('adminOrders.manual.banned') : undefined

  return {
    item: {
      label: t('adminOrders.manual.make'),
      refused: refusalText,
      run: () => setMaking('outside'),
    },

    shown: (
      <>
        <Button
          size="sm"
          disabled={isBanned}
          title={refusalText}
          onClick={() => setMaking('given')}
        >
          {t('adminOrders.manual.give')}
        </Button>

        {making && (
          <ManualOrder
            customer={{ id, name, about: email }}
            method={making}
            onClose={() => setMaking(null)}
          />
        )}
      </>
    ),
  }
}
