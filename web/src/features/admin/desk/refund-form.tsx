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

/** Refunds a payment in full or in part. */
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
  const refuseNumber = useNumberRefusal()
  const moneyFormat = moneyForm(payment.currency)
  const refundForm = useForm<Grounds>({
    defaultValues: {
      reason: '',
      reference: '',
      amount: numberFieldText(payment.left, moneyFormat),
    },
  })
  const { errors } = refundForm.formState
  const requiredRule = { validate: (text: string) => text.trim() !== '' || t('kit.required') }
  const amountLeft = money(payment.left, payment.currency)

  async function sendRefund({ reason, reference, amount }: Grounds): Promise<void> {
    const sentAmount = validNumber(amount, moneyFormat)

    await call(adminApi.desk.refund, {
      params: { id: payment.id },
      body: {
        reason: reason.trim(),
        ...(reference.trim() && { reference: reference.trim() }),
        ...(sentAmount !== payment.left && { amount: sentAmount, left: payment.left }),
      },
    })

    onDone()
  }

  return (
    <FormModal
      title={t('desk.refundTitle', { order: payment.orderNumber })}
      form={refundForm}
      onSave={sendRefund}
      onClose={onClose}
      failed={t('desk.errorRefund')}
      saveLabel={t('desk.act.refund')}
    >
      <p className="text-sm text-muted">
        {payment.byHand ? t('desk.refundByHandText') : t('desk.refundText')}
      </p>

      <NumberField
        label={t('desk.refundAmount', { left: amountLeft })}
        error={errors.amount?.message}
        {...refundForm.register('amount', {
          validate: (text) => {
            const typedAmount = numberIn(text, moneyFormat)
            if (typedAmount === 0 || (typedAmount !== null && typedAmount > payment.left))
              return t('desk.amountWrong', { left: amountLeft })

            return refuseNumber(text, moneyFormat, { max: payment.left }) ?? true
          },
        })}
      />

      {payment.byHand && (
        <Field
          label={t('desk.returnReference')}
          maxLength={lengths.reference}
          error={errors.reference?.message}
          {...refundForm.register('reference', requiredRule)}
        />
      )}

      <TextAreaField
        label={t('desk.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...refundForm.register('reason', requiredRule)}
      />
    </FormModal>
  )
}
