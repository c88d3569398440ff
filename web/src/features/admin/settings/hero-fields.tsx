import { lengths } from '@chaveiro/contracts/lengths'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { useField, type Form } from './use-field.ts'

/** Headline and text of the home page in both languages. */
export function HeroWords({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register } = form

  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.hero')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.heroHint')}</p>
      </div>

      {(['Pt', 'En'] as const).map((language) => (
        <div key={language} className="grid gap-4">
          <Field
            {...settingField(`heroTitle${language}`)}
            maxLength={lengths.heroTitle}
            {...register(`heroTitle${language}`)}
          />

          <TextAreaField
            {...settingField(`heroLead${language}`)}
            rows={2}
            maxLength={lengths.heroLead}
            {...register(`heroLead${language}`, {
              setValueAs: (value: string) => value.replace(/\s+/g, ' '),
            })}
          />
        </div>
      ))}
    </Card>
  )
}
