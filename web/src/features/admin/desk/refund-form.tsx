import { lengths } from '@chaveiro/contracts/lengths'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import type { DeskPayment } from '../shared/rows.ts'

export type Grounds = { reason: string; reference: string; amount: string }

/** An amount as people type it, '12,50' or '12.50'; null when it is none. */
function typedAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null
}

/** An amount as it is typed in the language of the screen. */
const amountToType = (amount: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(amount)

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
  const form = useForm<Grounds>({
    defaultValues: { reason: '', reference: '', amount: amountToType(payment.left) },
  })
  const { errors } = form.formState
  const needed = { validate: (text: string) => text.trim() !== '' || t('kit.required') }
  const left = money(payment.left, payment.currency)
  async function save({ reason, reference, amount }: Grounds): Promise<void> {
    const value = typedAmount(amount)!
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
      <Field
        label={t('desk.refundAmount', { left })}
        inputMode="decimal"
        error={errors.amount?.message}
        {...form.register('amount', {
          validate: (text) => {
            const value = typedAmount(text)
            return (value !== null && value <= payment.left) || t('desk.amountWrong', { left })
          },
        })}
      />
      {payment.byHand ? (
        <Field
          label={t('desk.returnReference')}
          maxLength={lengths.reference}
          error={errors.reference?.message}
          {...form.register('reference', needed)}
        />
      ) : null}
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
