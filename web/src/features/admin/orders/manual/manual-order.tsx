import { manualMethods, type ManualMethod } from '@chaveiro/contracts/states'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { newId } from '../../../shared/support/draft.ts'
import { detailPath } from '../../components/detail-page.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useChange } from '../../components/use-change.ts'
import { GroundsFields } from './grounds.tsx'
import { manualOrderBody, type Values } from './manual-order-fields.ts'
import type { Choice } from './pick-one.tsx'
import { useOptions, OrderContent } from './what.tsx'

/** The method, free or paid outside, as two tiles. */
function MethodTiles({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation('admin')
  const chosenMethod = useWatch({ control: form.control, name: 'method' })

  return (
    <Segmented<ManualMethod>
      legend={t('adminOrders.method')}
      value={chosenMethod}
      onChange={(next) => form.setValue('method', next, { shouldDirty: true })}
      columns="sm:grid-cols-2"
      options={manualMethods.map((value) => ({
        value,
        label: t(`adminOrders.manual.${value}`),
        hint: t(`adminOrders.manual.${value}Hint`),
      }))}
    />
  )
}

/** Title and button text of the dialog; `name` is the name of a preset customer. */
function useDialogTexts({ control }: UseFormReturn<Values>, name: string | undefined) {
  const { t } = useTranslation('admin')

  if (useWatch({ control, name: 'method' }) === 'given')
    return {
      title: name
        ? t('adminOrders.manual.giveTitleFor', { name })
        : t('adminOrders.manual.giveTitle'),
      save: t('adminOrders.manual.give'),
    }

  return {
    title: name ? t('adminOrders.manual.titleFor', { name }) : t('adminOrders.manual.title'),
    save: t('adminOrders.manual.create'),
  }
}

/**
 * Creates an order by staff, free or paid outside the shop (Q134). Repeated clicks create it only
 * once; then its page opens.
 */
export function ManualOrder({
  customer = null,
  method = 'outside',
  onClose,
}: {
  customer?: Choice | null
  method?: ManualMethod
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const [requestKey] = useState(newId)

  const orderForm = useForm<Values>({
    defaultValues: {
      customer,
      product: null,
      variantId: '',
      quantity: '1',
      method,
      amount: '',
      reference: '',
      reason: '',
    },
  })

  const orderChange = useChange(
    adminApi.orders.list,
    adminApi.orders.stats,
    adminApi.customers.read,
    adminApi.transactions.list,
  )

  const variantOptions = useOptions(orderForm)

  async function saveOrder(values: Values): Promise<void> {
    const { order } = await call(adminApi.orders.create, {
      body: { requestKey, ...manualOrderBody(values, variantOptions.chosen!.id) },
    })
    toast(t('adminOrders.manual.done', { number: order.orderNumber }), 'good')
    void orderChange.reload()
    void navigate(detailPath('orders', order.id))
  }

  const dialogTexts = useDialogTexts(orderForm, customer?.name)

  return (
    <FormModal
      title={dialogTexts.title}
      form={orderForm}
      onSave={saveOrder}
      onClose={onClose}
      failed={t('adminOrders.manual.failed')}
      saveLabel={dialogTexts.save}
      canSave={!variantOptions.isAwaited}
    >
      <OrderContent form={orderForm} isForKnown={customer !== null} options={variantOptions} />
      <MethodTiles form={orderForm} />
      <GroundsFields form={orderForm} variant={variantOptions.chosen} />
    </FormModal>
  )
}
