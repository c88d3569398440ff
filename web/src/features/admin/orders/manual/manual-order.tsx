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
import { Grounds } from './grounds.tsx'
import { bodyOf, type Values } from './manual-order-fields.ts'
import type { Choice } from './pick-one.tsx'
import { useOptions, What } from './what.tsx'

/** Given or paid outside, as two tiles. */
function Method({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation('admin')
  const method = useWatch({ control: form.control, name: 'method' })

  return (
    <Segmented<ManualMethod>
      legend={t('adminOrders.method')}
      value={method}
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

/** How the dialog and its button are called; name: of a customer who stands already. */
function useWords({ control }: UseFormReturn<Values>, name: string | undefined) {
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
 * An order that staff make for a customer: given, or paid outside the shop (Q134). It is made once,
 * however often its button is pressed; then its page opens.
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

  const form = useForm<Values>({
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

  const change = useChange(
    adminApi.orders.list,
    adminApi.orders.stats,
    adminApi.customers.read,
    adminApi.transactions.list,
  )

  const options = useOptions(form)

  async function save(values: Values): Promise<void> {
    const { order } = await call(adminApi.orders.create, {
      body: { requestKey, ...bodyOf(values, options.chosen!.id) },
    })
    toast(t('adminOrders.manual.done', { number: order.orderNumber }), 'good')
    void change.reload()
    void navigate(detailPath('orders', order.id))
  }

  const words = useWords(form, customer?.name)

  return (
    <FormModal
      title={words.title}
      form={form}
      onSave={save}
      onClose={onClose}
      failed={t('adminOrders.manual.failed')}
      saveLabel={words.save}
      canSave={!options.isAwaited}
    >
      <What form={form} isForKnown={customer !== null} options={options} />
      <Method form={form} />
      <Grounds form={form} variant={options.chosen} />
    </FormModal>
  )
}
