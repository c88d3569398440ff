import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useChange } from '../components/use-change.ts'
import { RefundForm } from '../desk/refund-form.tsx'

/**
 * Refunds part of a payment from its order (P411). The remaining amount is loaded when it opens.
 */
export function RefundPart({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const orderChange = useChange(adminApi.orders.read, adminApi.orders.list, adminApi.desk.read)
  const { data, isFetching } = useQuery(
    ask(adminApi.desk.read, { params: { id: paymentId } }, { enabled: open }),
  )
  const loadedPayment = data?.payment
  const isRefundable = loadedPayment?.actions.includes('refund')

  return (
    <>
      <Button size="sm" busy={open && isFetching && !loadedPayment} onClick={() => setOpen(true)}>
        {t('adminOrders.refundPart')}
      </Button>

      {open && loadedPayment && !isRefundable && (
        <p role="status" className="self-center text-xs text-muted">
          {t('adminOrders.refundNothing')}
        </p>
      )}

      {open && loadedPayment && isRefundable && (
        <RefundForm
          payment={loadedPayment}
          onClose={() => setOpen(false)}
          onDone={() => {
            toast(t('desk.done.refund'), 'good')
            void orderChange.reload()
          }}
        />
      )}
    </>
  )
}
