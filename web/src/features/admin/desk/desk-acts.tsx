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
  const form = useForm<Grounds>({ defaultValues: { reason: '', reference: '', amount: '' } })
  const { errors } = form.formState
  const needed = { validate: (text: string) => text.trim() !== '' || t('kit.required') }

  async function save({ reason, reference }: Grounds): Promise<void> {
    await call(adminApi.desk.confirm, {
      params: { id: payment.id },
      body: { reason: reason.trim(), reference: reference.trim() },
    })
    onDone()
  }

  return (
    <FormModal
      title={t('desk.confirmTitle', { order: payment.orderNumber })}
      form={form}
      onSave={save}
      onClose={onClose}
      failed={t('desk.errorAct')}
      saveLabel={t('desk.act.confirm')}
    >
      <p className="text-sm text-muted">{t('desk.confirmText')}</p>

      <Field
        label={t('desk.reference')}
        maxLength={lengths.reference}
        error={errors.reference?.message}
        {...form.register('reference', needed)}
      />

      <TextAreaField
        label={t('desk.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...form.register('reason', needed)}
      />
    </FormModal>
  )
}

/** What needs a reason or a yes alone; money back and money by hand have their forms. */
function usePaymentActs(payment: DeskPayment) {
  const { t } = useTranslation('admin')

  const change = useChange(
    adminApi.desk.read,
    adminApi.desk.list,
    adminApi.transactions.list,
    adminApi.orders.list,
  )

  const params = { id: payment.id }

  async function reasoned(action: 'accept' | 'release'): Promise<void> {
    // Closing the case of who takes his purchase back is a no to him, which he reads.
    const said = action === 'release' && payment.withdrawal ? 'decline' : action

    const reason = await askReason({
      title: t(`desk.${said}Title`, { order: payment.orderNumber }),
      text: t(
        action === 'accept' && payment.buyer === 'banned'
          ? 'desk.acceptBannedText'
          : `desk.${said}Text`,
      ),
      act: t(`desk.act.${said}`),
      label: t('desk.reason'),
      danger: false,
    })

    if (reason)
      await change.run(() => call(adminApi.desk[action], { params, body: { reason } }), {
        failed: t('desk.errorAct'),
        done: t(`desk.done.${said}`),
      })
  }

  async function deliver(): Promise<void> {
    const { orderNumber: order, customer } = payment
    if (
      await confirm({
        title: t('desk.deliverTitle', { order }),
        text: t('desk.deliverText', { name: customer.name }),
        act: t('desk.act.deliver'),
        danger: false,
      })
    )
      await change.run(() => call(adminApi.desk.deliver, { params }), {
        failed: t('desk.errorAct'),
        done: t('desk.done.deliver'),
      })
  }

  return { change, reasoned, deliver }
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
  const may = (action: DeskPayment['actions'][number]) => actions.includes(action)

  return (
    <>
      {may('accept') && (
        <Button
          size="sm"
          look="primary"
          icon={<BadgeCheck size={15} aria-hidden />}
          onClick={() => onReasoned('accept')}
        >
          {t('desk.act.accept')}
        </Button>
      )}

      {may('deliver') && (
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

      {may('confirm') && (
        <Button size="sm" icon={<Stamp size={15} aria-hidden />} onClick={() => onForm('confirm')}>
          {t('desk.act.confirm')}
        </Button>
      )}

      {may('refund') && (
        <Button size="sm" icon={<Undo2 size={15} aria-hidden />} onClick={() => onForm('refund')}>
          {t('desk.act.refund')}
        </Button>
      )}

      {may('release') && (
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

/** The acts that are legal for a payment now, as buttons; each demands its reason. */
export function DeskActs({ payment }: { payment: DeskPayment }) {
  const { t } = useTranslation('admin')
  const [form, setForm] = useState<'refund' | 'confirm' | null>(null)
  const { change, reasoned, deliver } = usePaymentActs(payment)

  const finished = (text: string) => {
    toast(text, 'good')
    void change.reload()
  }

  return (
    <div role="group" aria-label={t('desk.actions')} className="flex flex-wrap gap-2">
      <ActButtons
        declines={payment.withdrawal !== null}
        actions={payment.actions}
        busy={change.busy}
        onReasoned={(action) => void reasoned(action)}
        onDeliver={() => void deliver()}
        onForm={setForm}
      />

      {form === 'refund' && (
        <RefundForm
          payment={payment}
          onClose={() => setForm(null)}
          onDone={() => finished(t('desk.done.refund'))}
        />
      )}

      {form === 'confirm' && (
        <ConfirmForm
          payment={payment}
          onClose={() => setForm(null)}
          onDone={() => finished(t('desk.done.confirm'))}
        />
      )}
    </div>
  )
}
