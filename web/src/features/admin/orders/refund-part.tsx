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
 * Sends a share of a payment back where one looks at its order (P411); how much is left is asked
 * when it is pressed.
 */
export function RefundPart({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)
  const change = useChange(adminApi.orders.read, adminApi.orders.list, adminApi.desk.read)
  const { data, isFetching } = useQuery(
    ask(adminApi.desk.read, { params: { id: paymentId } }, { enabled: open }),
  )
  const payment = data?.payment
  const may = payment?.actions.includes('refund')

  return (
    <>
      <Button size="sm" busy={open && isFetching && !payment} onClick={() => setOpen(true)}>
        {t('adminOrders.refundPart')}
      </Button>

      {open && payment && !may && (
        <p role="status" className="self-center text-xs text-muted">
          {t('adminOrders.refundNothing')}
        </p>
      )}

      {open && payment && may && (
        <RefundForm
          payment={payment}
          onClose={() => setOpen(false)}
          onDone={() => {
            toast(t('desk.done.refund'), 'good')
            void change.reload()
          }}
        />
      )}
    </>
  )
}
