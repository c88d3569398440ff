import { lengths } from '@chaveiro/contracts/lengths'
import { taxIdProblem } from '@chaveiro/contracts/tax-ids'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { useField, type Form } from './use-field.ts'

/** The seller's legal details. */
export function SellerFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register } = form

  const rightTaxId = (value: string) => {
    const taxIdFault = value.trim() === '' ? null : taxIdProblem(value)
    return taxIdFault === null || t(`admin.settings.taxIdWrong.${taxIdFault}`)
  }

  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.seller')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.sellerHint')}</p>
      </div>
      <Field
        {...settingField('sellerName')}
        maxLength={lengths.sellerName}
        {...register('sellerName')}
      />

      <Field
        {...settingField('sellerTaxId')}
        maxLength={40}
        autoComplete="off"
        hint={t('admin.settings.sellerTaxIdHint')}
        {...register('sellerTaxId', { validate: rightTaxId })}
      />

      <Field
        {...settingField('sellerAddress')}
        maxLength={lengths.sellerAddress}
        hint={t('admin.settings.sellerAddressHint')}
        {...register('sellerAddress')}
      />
    </Card>
  )
}
