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

/**
 * Staff actions on an order's money. Each opens a form for the data that accounting needs: a
 * reason, a reference or an amount.
 */
export type Act =
  | { kind: 'cancel' | 'refund' | 'complete' | 'reopen'; order: Order }
  | { kind: 'confirm'; order: Order; paymentId: string }

const deletionTexts = {
  pending: 'adminOrders.deleteOpen',
  cancelled: 'adminOrders.deleteText',
  completed: 'adminOrders.deletePaid',
  refunded: 'adminOrders.deletePaid',
} as const

/** The open action dialog, and deletion, which needs no form. */
export function useOrderActs() {
  const { t } = useTranslation('admin')
  const [now, start] = useState<Act | null>(null)

  const orderChange = useChange(
    adminApi.orders.list,
    adminApi.orders.stats,
    adminApi.orders.read,
    adminApi.transactions.list,
  )

  async function removeOrder(order: Order): Promise<void> {
    if (
      !(await confirm({
        title: t('adminOrders.deleteTitle', { number: order.orderNumber }),
        text: t(deletionTexts[order.status]),
        act: t('adminOrders.delete'),
      }))
    )
      return

    await orderChange.run(() => call(adminApi.orders.remove, { params: { id: order.id } }), {
      failed: t('adminOrders.errorDelete'),
      done: t('adminOrders.deleted'),
    })
  }

  /** Archives many orders after a confirmation, because closing their open charges has no undo. */
  async function removeMany(orders: readonly Order[]): Promise<boolean> {
    const isConfirmed = await confirm({
      title: t('adminOrders.deleteMany', { count: orders.length }),
      text: t('adminOrders.deleteManyText'),
      act: t('adminOrders.delete'),
    })

    if (!isConfirmed) return false

    let archivedOrders: readonly Order[] = []

    const succeeded = await orderChange.run(
      async () => {
        archivedOrders = await eachRow(
          orders,
          (order) => order.orderNumber,
          (order) => call(adminApi.orders.remove, { params: { id: order.id } }),
        )
      },
      { failed: t('adminOrders.errorDelete') },
    )

    if (archivedOrders.length)
      toast(t('adminOrders.deletedMany', { count: archivedOrders.length }), 'good')

    return succeeded
  }

  return {
    now,
    start,
    end: () => start(null),
    remove: removeOrder,
    removeMany,
    reload: orderChange.reload,
  }
}

/** Texts of a refund when no provider holds the money, by the order's payment method. */
const refundTexts: Record<string, 'adminOrders.refundGiven' | 'adminOrders.refundOutside'> = {
  given: 'adminOrders.refundGiven',
  outside: 'adminOrders.refundOutside',
}

function useActionTexts(act: Act) {
  const { t } = useTranslation('admin')
  const { orderNumber: number, totalAmount, currency, paymentMethod } = act.order
  const formattedAmount = money(totalAmount, currency)

  const refundByHand = {
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
        amount: formattedAmount,
      }),
      save: t('adminOrders.refund'),
      failed: t('adminOrders.errorRefund'),
      done: t('adminOrders.refundRequested'),
    },

    confirm: refundByHand,
    complete: refundByHand,

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

const statusByKind = {
  cancel: 'cancelled',
  refund: 'refunded',
  complete: 'completed',
  reopen: 'pending',
} as const

async function sendOrder(act: Act, { reason, reference }: Values): Promise<void> {
  const grounds = { ...(reason && { reason }), ...(reference && { reference }) }
  if (act.kind === 'confirm')
    await call(adminApi.transactions.setStatus, {
      params: { id: act.paymentId },
      body: { status: 'completed', ...grounds },
    })
  else
    await call(adminApi.orders.setStatus, {
      params: { id: act.order.id },
      body: { status: statusByKind[act.kind], ...grounds },
    })
}

/** Proof from outside the shop, for money that no provider reports. */
function Reference({ act, form }: { act: Act; form: UseFormReturn<Values> }) {
  const { t } = useTranslation('admin')
  const { kind, order } = act
  if (kind === 'cancel' || kind === 'reopen') return null
  if (kind === 'refund' && order.totalAmount === 0) return null

  const isMoneyReturn = kind === 'refund'
  const isReferenceNeeded = !isMoneyReturn || order.paymentMethod === 'outside'
  const referenceHint = isMoneyReturn
    ? 'adminOrders.referenceReturnHint'
    : 'adminOrders.referenceHint'

  return (
    <Field
      label={t(isMoneyReturn ? 'adminOrders.referenceReturn' : 'adminOrders.reference')}
      hint={isMoneyReturn && isReferenceNeeded ? undefined : t(referenceHint)}
      maxLength={lengths.reference}
      autoComplete="off"
      error={form.formState.errors.reference?.message}
      {...form.register('reference', {
        validate: (value) => !isReferenceNeeded || value.trim() !== '' || t('kit.required'),
      })}
    />
  )
}

/** Cancel, reopen, refund or confirm by hand: consequences, reason and proof. */
export function OrderActionForm({
  act,
  onClose,
  onDone,
}: {
  act: Act
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation('admin')
  const orderForm = useForm<Values>({ defaultValues: { reason: '', reference: '' } })

  const {
    register,
    formState: { errors },
  } = orderForm

  const actionTexts = useActionTexts(act)
  const isReasonOptional = act.kind === 'cancel' || act.kind === 'reopen'
  const hasReason = (value: string) => isReasonOptional || value.trim() !== '' || t('kit.required')

  async function saveOrder({ reason, reference }: Values): Promise<void> {
    // Reload after a failure too: a provider can refuse a refund that was recorded as attempted.
    try {
      await sendOrder(act, {
        reason: reason.trim().replace(/\s+/g, ' '),
        reference: reference.trim(),
      })
    } finally {
      onDone()
    }
    toast(actionTexts.done, 'good')
  }

  return (
    <FormModal
      title={actionTexts.title}
      form={orderForm}
      onSave={saveOrder}
      onClose={onClose}
      failed={actionTexts.failed}
      saveLabel={actionTexts.save}
    >
      <p className="text-sm">{actionTexts.text}</p>

      <TextAreaField
        label={t(isReasonOptional ? 'adminOrders.reasonOptional' : 'adminOrders.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...register('reason', { validate: hasReason })}
      />

      <Reference act={act} form={orderForm} />
    </FormModal>
  )
}
