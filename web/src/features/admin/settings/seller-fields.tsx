import { lengths } from '@chaveiro/contracts/lengths'
import { taxIdProblem } from '@chaveiro/contracts/tax-ids'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { useField, type Form } from './use-field.ts'

/** Who sells, as the law asks to be told. */
export function Seller({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register } = form

  const rightTaxId = (value: string) => {
    const problem = value.trim() === '' ? null : taxIdProblem(value)
    return problem === null || t(`admin.settings.taxIdWrong.${problem}`)
  }

  return (
    <Card className="grid max-w-2xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.seller')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.sellerHint')}</p>
      </div>
      <Field {...field('sellerName')} maxLength={lengths.sellerName} {...register('sellerName')} />

      <Field
        {...field('sellerTaxId')}
        maxLength={40}
        autoComplete="off"
        hint={t('admin.settings.sellerTaxIdHint')}
        {...register('sellerTaxId', { validate: rightTaxId })}
      />

      <Field
        {...field('sellerAddress')}
        maxLength={lengths.sellerAddress}
        hint={t('admin.settings.sellerAddressHint')}
        {...register('sellerAddress')}
      />
    </Card>
  )
}
