import { lengths } from '@chaveiro/contracts/lengths'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { moneyForm, numberIn, validNumber, numberFieldText } from '../../../i18n/typed-number.ts'
import { Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { NumberField, useNumberRefusal } from '../components/number-field.tsx'
import type { DeskPayment } from '../shared/rows.ts'

export type Grounds = { reason: string; reference: string; amount: string }

/** Sends all of a payment back, or a share of it. */
export function RefundForm({
  payment,
  onClose,
  onDone,
}: {
  payment: DeskPayment
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation('admin')
  const refusal = useNumberRefusal()
  const typed = moneyForm(payment.currency)
  const form = useForm<Grounds>({
    defaultValues: { reason: '', reference: '', amount: numberFieldText(payment.left, typed) },
  })
  const { errors } = form.formState
  const needed = { validate: (text: string) => text.trim() !== '' || t('kit.required') }
  const left = money(payment.left, payment.currency)

  async function save({ reason, reference, amount }: Grounds): Promise<void> {
    const value = validNumber(amount, typed)

    await call(adminApi.desk.refund, {
      params: { id: payment.id },
      body: {
        reason: reason.trim(),
        ...(reference.trim() ? { reference: reference.trim() } : {}),
        ...(value === payment.left ? {} : { amount: value, left: payment.left }),
      },
    })

    onDone()
  }

  return (
    <FormModal
      title={t('desk.refundTitle', { order: payment.orderNumber })}
      form={form}
      onSave={save}
      onClose={onClose}
      failed={t('desk.errorRefund')}
      saveLabel={t('desk.act.refund')}
    >
      <p className="text-sm text-muted">
        {payment.byHand ? t('desk.refundByHandText') : t('desk.refundText')}
      </p>

      <NumberField
        label={t('desk.refundAmount', { left })}
        error={errors.amount?.message}
        {...form.register('amount', {
          validate: (text) => {
            const value = numberIn(text, typed)
            if (value === 0 || (value !== null && value > payment.left))
              return t('desk.amountWrong', { left })

            return refusal(text, typed, { max: payment.left }) ?? true
          },
        })}
      />

      {payment.byHand && (
        <Field
          label={t('desk.returnReference')}
          maxLength={lengths.reference}
          error={errors.reference?.message}
          {...form.register('reference', needed)}
        />
      )}

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
