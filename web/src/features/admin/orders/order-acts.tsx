import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import { eachRow } from '../shared/each-row.ts'
import type { Order } from '../shared/rows.ts'

/** What staff do about an order's money; each asks for what the books need. */
export type Act =
  | { kind: 'cancel' | 'refund' | 'complete' | 'reopen'; order: Order }
  | { kind: 'confirm'; order: Order; paymentId: string }

const deletion = {
  pending: 'adminOrders.deleteOpen',
  cancelled: 'adminOrders.deleteText',
  completed: 'adminOrders.deletePaid',
  refunded: 'adminOrders.deletePaid',
} as const

/** The act that is being asked about, and the deletion, which needs no form. */
export function useOrderActs() {
  const { t } = useTranslation('admin')
  const [now, start] = useState<Act | null>(null)

  const change = useChange(
    adminApi.orders.list,
    adminApi.orders.stats,
    adminApi.orders.read,
    adminApi.transactions.list,
  )

  async function remove(order: Order): Promise<void> {
    if (
      !(await confirm({
        title: t('adminOrders.deleteTitle', { number: order.orderNumber }),
        text: t(deletion[order.status]),
        act: t('adminOrders.delete'),
      }))
    )
      return

    await change.run(() => call(adminApi.orders.remove, { params: { id: order.id } }), {
      failed: t('adminOrders.errorDelete'),
      done: t('adminOrders.deleted'),
    })
  }

  /** Off the lists, many at once; nothing leads back from closing a charge, so it is confirmed. */
  async function removeMany(orders: readonly Order[]): Promise<boolean> {
    const sure = await confirm({
      title: t('adminOrders.deleteMany', { count: orders.length }),
      text: t('adminOrders.deleteManyText'),
      act: t('adminOrders.delete'),
    })

    if (!sure) return false

    let gone: readonly Order[] = []

    const worked = await change.run(
      async () => {
        gone = await eachRow(
          orders,
          (order) => order.orderNumber,
          (order) => call(adminApi.orders.remove, { params: { id: order.id } }),
        )
      },
      { failed: t('adminOrders.errorDelete') },
    )

    if (gone.length) toast(t('adminOrders.deletedMany', { count: gone.length }), 'good')

    return worked
  }

  return { now, start, end: () => start(null), remove, removeMany, reload: change.reload }
}

/** What a refund means where no provider has the money. */
const refundTexts: Record<string, 'adminOrders.refundGiven' | 'adminOrders.refundOutside'> = {
  given: 'adminOrders.refundGiven',
  outside: 'adminOrders.refundOutside',
}

function useWords(act: Act) {
  const { t } = useTranslation('admin')
  const { orderNumber: number, totalAmount, currency, paymentMethod } = act.order
  const amount = money(totalAmount, currency)

  const byHand = {
    title: t('adminOrders.confirmTitle'),
    text: t('adminOrders.confirmText', { number }),
    save: t('adminOrders.confirm'),
    failed: t('adminOrders.errorConfirm'),
    done: t('adminOrders.confirmed'),
  }

  return {
    cancel: {
      title: t('adminOrders.cancelTitle', { number }),
      text: t('adminOrders.cancelText'),
      save: t('adminOrders.cancel'),
      failed: t('adminOrders.errorCancel'),
      done: t('adminOrders.cancelled.done'),
    },

    refund: {
      title: t('adminOrders.refundTitle', { number }),
      text: t(refundTexts[totalAmount > 0 ? paymentMethod : 'given'] ?? 'adminOrders.refundText', {
        amount,
      }),
      save: t('adminOrders.refund'),
      failed: t('adminOrders.errorRefund'),
      done: t('adminOrders.refundRequested'),
    },

    confirm: byHand,
    complete: byHand,

    reopen: {
      title: t('adminOrders.reopenTitle', { number }),
      text: t('adminOrders.reopenText'),
      save: t('adminOrders.reopen'),
      failed: t('adminOrders.errorReopen'),
      done: t('adminOrders.reopened'),
    },
  }[act.kind]
}

type Values = { reason: string; reference: string }

const statuses = {
  cancel: 'cancelled',
  refund: 'refunded',
  complete: 'completed',
  reopen: 'pending',
} as const

async function send(act: Act, { reason, reference }: Values): Promise<void> {
  const grounds = { ...(reason ? { reason } : {}), ...(reference ? { reference } : {}) }
  if (act.kind === 'confirm')
    await call(adminApi.transactions.setStatus, {
      params: { id: act.paymentId },
      body: { status: 'completed', ...grounds },
    })
  else
    await call(adminApi.orders.setStatus, {
      params: { id: act.order.id },
      body: { status: statuses[act.kind], ...grounds },
    })
}

/** What outside the shop proves it, where money came or went that no provider tells of. */
function Reference({ act, form }: { act: Act; form: UseFormReturn<Values> }) {
  const { t } = useTranslation('admin')
  const { kind, order } = act
  if (kind === 'cancel' || kind === 'reopen') return null
  if (kind === 'refund' && order.totalAmount === 0) return null

  const isReturn = kind === 'refund'
  const isNeeded = !isReturn || order.paymentMethod === 'outside'
  const hint = isReturn ? 'adminOrders.referenceReturnHint' : 'adminOrders.referenceHint'

  return (
    <Field
      label={t(isReturn ? 'adminOrders.referenceReturn' : 'adminOrders.reference')}
      hint={isReturn && isNeeded ? undefined : t(hint)}
      maxLength={lengths.reference}
      autoComplete="off"
      error={form.formState.errors.reference?.message}
      {...form.register('reference', {
        validate: (value) => !isNeeded || value.trim() !== '' || t('kit.required'),
      })}
    />
  )
}

/**
 * Cancel, open again, refund or confirm by hand: what follows, why it is done, and what outside the
 * shop proves it.
 */
export function OrderAct({ act, onClose, onDone }: { act: Act; onClose(): void; onDone(): void }) {
  const { t } = useTranslation('admin')
  const form = useForm<Values>({ defaultValues: { reason: '', reference: '' } })

  const {
    register,
    formState: { errors },
  } = form

  const words = useWords(act)
  const isFree = act.kind === 'cancel' || act.kind === 'reopen'
  const isNeeded = (value: string) => isFree || value.trim() !== '' || t('kit.required')

  async function save({ reason, reference }: Values): Promise<void> {
    // Whatever the answer, the books may have moved: a provider can refuse a return that stands as
    // tried.
    try {
      await send(act, { reason: reason.trim().replace(/\s+/g, ' '), reference: reference.trim() })
    } finally {
      onDone()
    }
    toast(words.done, 'good')
  }

  return (
    <FormModal
      title={words.title}
      form={form}
      onSave={save}
      onClose={onClose}
      failed={words.failed}
      saveLabel={words.save}
    >
      <p className="text-sm">{words.text}</p>

      <TextAreaField
        label={t(isFree ? 'adminOrders.reasonOptional' : 'adminOrders.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...register('reason', { validate: isNeeded })}
      />

      <Reference act={act} form={form} />
    </FormModal>
  )
}
