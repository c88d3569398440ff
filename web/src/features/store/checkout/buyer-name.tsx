import { useTranslation } from 'react-i18next'

import { Field } from '../../../ui/field.tsx'
import type { OrderForm } from './use-order-form.ts'

/** Name field of a new account, beside the payment, with a suggestion. */
export function BuyerName({ form, onSubmit }: { form: OrderForm; onSubmit(): void }) {
  const { t } = useTranslation('checkout')
  if (form.name === null) return null

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field
        ref={form.nameField}
        label={t('name.label')}
        hint={t('name.hint')}
        autoComplete="name"
        maxLength={80}
        required
        value={form.name}
        error={form.asked && form.name.trim() === '' ? t('name.empty') : undefined}
        onChange={(event) => form.setName(event.target.value)}
      />
    </form>
  )
}
