import { lengths } from '@chaveiro/contracts/lengths'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { isBarTarget } from './settings-rules.ts'
import { useField, type Form } from './use-field.ts'

/** The announcement bar above every page: text, target and period. */
export function BarFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register, getValues, watch } = form
  const { timeZone } = useSite().store

  const requireText = () => {
    const { barOn, barTextPt, barTextEn } = getValues()
    return !barOn || Boolean(barTextPt.trim() || barTextEn.trim()) || t('admin.settings.barEmpty')
  }

  const endsAfter = (until: string) => {
    const startDate = getValues('barFrom')
    return !until || !startDate || startDate < until || t('admin.settings.barOrder')
  }

  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.bar')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.barHint')}</p>
      </div>
      <Checkbox {...register('barOn')}>{t('admin.settings.barOn')}</Checkbox>

      <Field
        {...settingField('barTextPt')}
        maxLength={lengths.barText}
        {...register('barTextPt', { validate: requireText, deps: ['barOn'] })}
      />

      <Field
        {...settingField('barTextEn')}
        maxLength={lengths.barText}
        {...register('barTextEn')}
      />

      <Field
        {...settingField('barLink')}
        hint={t('admin.settings.barLinkHint')}
        {...register('barLink', {
          setValueAs: (value: string) => value.trim(),
          validate: (value) => isBarTarget(value.trim()) || t('admin.settings.barLinkWrong'),
        })}
      />

      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <DateField withTime {...settingField('barFrom')} {...register('barFrom')} />

        <DateField
          withTime
          {...settingField('barUntil')}
          min={watch('barFrom') || undefined}
          {...register('barUntil', { validate: endsAfter })}
        />

        <p className="text-sm text-muted sm:col-span-2">
          {t('admin.settings.barWhenHint', { zone: timeZone })}
        </p>
      </div>
    </Card>
  )
}
