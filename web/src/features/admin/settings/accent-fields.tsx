import { isHexColor, toneOf, type Theme } from '@chaveiro/contracts/accent'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { useField, type Form } from './use-field.ts'

const houseColor = '#ffd21f'

const grounds = {
  light: { background: '#ffffff', color: '#16160f' },
  dark: { background: '#191a15', color: '#f5f2e4' },
} as const

/** Preview of the accent colour in a theme, and whether it was adjusted for contrast. */
function AccentPreview({ chosen, theme }: { chosen: string; theme: Theme }) {
  const { t } = useTranslation('admin')
  const { color, on, isMoved } = toneOf(chosen, theme)

  return (
    <figure className="grid content-start gap-1.5">
      <div
        aria-hidden
        style={grounds[theme]}
        className="flex flex-wrap items-center gap-3 rounded-md border border-edge p-3 text-sm"
      >
        <span
          style={{ background: color, color: on }}
          className="rounded-md px-3 py-2 font-semibold"
        >
          {t('admin.settings.accentAct')}
        </span>

        <span
          style={{ textDecorationColor: color }}
          className="underline decoration-2 underline-offset-4"
        >
          {t('admin.settings.accentLink')}
        </span>
      </div>

      <figcaption className="text-sm text-muted">
        {t(`admin.settings.${isMoved ? 'accentMoved' : 'accentKept'}.${theme}`, {
          color: color.toUpperCase(),
        })}
      </figcaption>
    </figure>
  )
}

/** The colour of links and main buttons, previewed in both themes. */
export function AccentField({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const { label } = useField(form)('accentColor')

  return (
    <Card className="grid max-w-3xl gap-4">
      <h2 className="font-semibold">{t('admin.settings.accent')}</h2>

      <Controller
        control={form.control}
        name="accentColor"
        rules={{
          validate: (value) => value === '' || isHexColor(value) || t('admin.settings.accentWrong'),
        }}
        render={({ field, fieldState }) => (
          <>
            <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2">
              <input
                type="color"
                aria-label={t('admin.settings.accentPick')}
                value={isHexColor(field.value) ? field.value.toLowerCase() : houseColor}
                onChange={(event) => field.onChange(event.target.value.toUpperCase())}
                className="mt-7 size-11 rounded-md border border-edge bg-surface p-1"
              />

              <Field
                ref={field.ref}
                label={label}
                maxLength={7}
                spellCheck={false}
                mono
                hint={t('admin.settings.accentHint')}
                value={field.value}
                onChange={(event) => field.onChange(event.target.value.trim())}
                error={fieldState.error?.message}
              />
            </div>

            {isHexColor(field.value) && (
              <div className="grid gap-4 sm:grid-cols-2">
                <AccentPreview chosen={field.value} theme="light" />
                <AccentPreview chosen={field.value} theme="dark" />
              </div>
            )}
          </>
        )}
      />
    </Card>
  )
}
