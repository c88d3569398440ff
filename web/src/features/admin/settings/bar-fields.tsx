import { lengths } from '@chaveiro/contracts/lengths'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { isTarget } from './settings-rules.ts'
import { useField, type Form } from './use-field.ts'

/** The line above every page of the shop: what it says, where it leads, and when it is shown. */
export function BarFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register, getValues, watch } = form
  const { timeZone } = useSite().store

  const says = () => {
    const { barOn, barTextPt, barTextEn } = getValues()
    return !barOn || Boolean(barTextPt.trim() || barTextEn.trim()) || t('admin.settings.barEmpty')
  }

  const endsAfter = (until: string) => {
    const from = getValues('barFrom')
    return !until || !from || from < until || t('admin.settings.barOrder')
  }

  return (
    <Card className="grid max-w-2xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.bar')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.barHint')}</p>
      </div>
      <Checkbox {...register('barOn')}>{t('admin.settings.barOn')}</Checkbox>

      <Field
        {...field('barTextPt')}
        maxLength={lengths.barText}
        {...register('barTextPt', { validate: says, deps: ['barOn'] })}
      />

      <Field {...field('barTextEn')} maxLength={lengths.barText} {...register('barTextEn')} />

      <Field
        {...field('barLink')}
        hint={t('admin.settings.barLinkHint')}
        {...register('barLink', {
          setValueAs: (value: string) => value.trim(),
          validate: (value) => isTarget(value.trim()) || t('admin.settings.barLinkWrong'),
        })}
      />

      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <DateField withTime {...field('barFrom')} {...register('barFrom')} />

        <DateField
          withTime
          {...field('barUntil')}
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
