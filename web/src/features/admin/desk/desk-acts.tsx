import { lengths } from '@chaveiro/contracts/lengths'
import { BadgeCheck, HandCoins, PackageCheck, Stamp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { askReason, confirm } from '../components/confirm.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import type { DeskPayment } from '../shared/rows.ts'
import { RefundForm, type Grounds } from './refund-form.tsx'

function ConfirmForm({
  payment,
  onClose,
  onDone,
}: {
  payment: DeskPayment
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation('admin')
  const confirmForm = useForm<Grounds>({ defaultValues: { reason: '', reference: '', amount: '' } })
  const { errors } = confirmForm.formState
  const requiredRule = { validate: (text: string) => text.trim() !== '' || t('kit.required') }

  async function confirmPayment({ reason, reference }: Grounds): Promise<void> {
    await call(adminApi.desk.confirm, {
      params: { id: payment.id },
      body: { reason: reason.trim(), reference: reference.trim() },
    })
    onDone()
  }

  return (
    <FormModal
      title={t('desk.confirmTitle', { order: payment.orderNumber })}
      form={confirmForm}
      onSave={confirmPayment}
      onClose={onClose}
      failed={t('desk.errorAct')}
      saveLabel={t('desk.act.confirm')}
    >
      <p className="text-sm text-muted">{t('desk.confirmText')}</p>

      <Field
        label={t('desk.reference')}
        maxLength={lengths.reference}
        error={errors.reference?.message}
        {...confirmForm.register('reference', requiredRule)}
      />

      <TextAreaField
        label={t('desk.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...confirmForm.register('reason', requiredRule)}
      />
    </FormModal>
  )
}

/** Actions that need only a reason or a confirmation. Refund and manual confirmation have forms. */
function usePaymentActs(payment: DeskPayment) {
  const { t } = useTranslation('admin')

  const deskChange = useChange(
    adminApi.desk.read,
    adminApi.desk.list,
    adminApi.transactions.list,
    adminApi.orders.list,
  )

  const pathParams = { id: payment.id }

  async function runWithReason(action: 'accept' | 'release'): Promise<void> {
    // Closing a case with a withdrawal request declines the request, and the customer reads the
    // reason.
    const textVariant = action === 'release' && payment.withdrawal ? 'decline' : action
    const isBannedBuyer = action === 'accept' && payment.buyer === 'banned'

    const reasonText = await askReason({
      title: t(`desk.${textVariant}Title`, { order: payment.orderNumber }),
      text: t(isBannedBuyer ? 'desk.acceptBannedText' : `desk.${textVariant}Text`),
      act: t(`desk.act.${textVariant}`),
      label: t('desk.reason'),
      danger: false,
    })

    if (reasonText)
      await deskChange.run(
        () => call(adminApi.desk[action], { params: pathParams, body: { reason: reasonText } }),
        {
          failed: t('desk.errorAct'),
          done: t(`desk.done.${textVariant}`),
        },
      )
  }

  async function deliverUnits(): Promise<void> {
    const { orderNumber: order, customer } = payment
    if (
      await confirm({
        title: t('desk.deliverTitle', { order }),
        text: t('desk.deliverText', { name: customer.name }),
        act: t('desk.act.deliver'),
        danger: false,
      })
    )
      await deskChange.run(() => call(adminApi.desk.deliver, { params: pathParams }), {
        failed: t('desk.errorAct'),
        done: t('desk.done.deliver'),
      })
  }

  return { change: deskChange, reasoned: runWithReason, deliver: deliverUnits }
}

function ActButtons({
  actions,
  declines,
  busy,
  onReasoned,
  onDeliver,
  onForm,
}: {
  actions: DeskPayment['actions']
  /** Whether closing the case declines a withdrawal. */
  declines: boolean
  busy: boolean
  onReasoned(action: 'accept' | 'release'): void
  onDeliver(): void
  onForm(form: 'refund' | 'confirm'): void
}) {
  const { t } = useTranslation('admin')
  const isAllowed = (action: DeskPayment['actions'][number]) => actions.includes(action)

  return (
    <>
      {isAllowed('accept') && (
        <Button
          size="sm"
          look="primary"
          icon={<BadgeCheck size={15} aria-hidden />}
          onClick={() => onReasoned('accept')}
        >
          {t('desk.act.accept')}
        </Button>
      )}

      {isAllowed('deliver') && (
        <Button
          size="sm"
          look="primary"
          busy={busy}
          icon={<PackageCheck size={15} aria-hidden />}
          onClick={onDeliver}
        >
          {t('desk.act.deliver')}
        </Button>
      )}

      {isAllowed('confirm') && (
        <Button size="sm" icon={<Stamp size={15} aria-hidden />} onClick={() => onForm('confirm')}>
          {t('desk.act.confirm')}
        </Button>
      )}

      {isAllowed('refund') && (
        <Button size="sm" icon={<Undo2 size={15} aria-hidden />} onClick={() => onForm('refund')}>
          {t('desk.act.refund')}
        </Button>
      )}

      {isAllowed('release') && (
        <Button
          size="sm"
          icon={<HandCoins size={15} aria-hidden />}
          onClick={() => onReasoned('release')}
        >
          {t(declines ? 'desk.act.decline' : 'desk.act.release')}
        </Button>
      )}
    </>
  )
}

/** The allowed actions of a payment as buttons; each opens a form or a question. */
export function DeskActions({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const [form, setForm] = useState<'refund' | 'confirm' | null>(null)
  const { change, reasoned: runWithReason, deliver: deliverUnits } = usePaymentActs(payment)

  const finishAction = (text: string) => {
    toast(text, 'good')
    void change.reload()
  }

  return (
    <div role="group" aria-label={t('desk.actions')} className="flex flex-wrap gap-2">
      <ActButtons
        declines={payment.withdrawal !== null}
        actions={payment.actions}
        busy={change.busy}
        onReasoned={(action) => void runWithReason(action)}
        onDeliver={() => void deliverUnits()}
        onForm={setForm}
      />

      {form === 'refund' && (
        <RefundForm
          payment={payment}
          onClose={() => setForm(null)}
          onDone={() => finishAction(t('desk.done.refund'))}
        />
      )}

      {form === 'confirm' && (
        <ConfirmForm
          payment={payment}
          onClose={() => setForm(null)}
          onDone={() => finishAction(t('desk.done.confirm'))}
        />
      )}
    </div>
  )
}
