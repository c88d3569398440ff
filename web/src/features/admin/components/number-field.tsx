import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { readTyped, typedText, type NumberForm } from '../../../i18n/typed-number.ts'
import { Field } from '../../../ui/field.tsx'

/**
 * A labelled field of a number. It is a field of text: the browser's own field of numbers drops a
 * comma, or empties what it cannot read, before anybody hears of it.
 */
export const NumberField = ({
  whole = false,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'inputMode'> & { whole?: boolean }) => (
  <Field inputMode={whole ? 'numeric' : 'decimal'} autoComplete="off" {...rest} />
)

type Bounds = { min?: number; max: number }

/** Says why a text is no number that its field takes; null where it is one, or empty. */
export function useNumberRefusal() {
  const { t } = useTranslation('admin')
  return function refusal(text: string, form: NumberForm, { min = 0, max }: Bounds): string | null {
    const typed = readTyped(text, form)
    const shown = (value: number) => typedText(value, { places: 3 })
    if (typed.is === 'two')
      return t('kit.number.two', { whole: shown(typed.whole), part: shown(typed.part) })
    if (typed.is === 'wrong') return t(form.places ? 'kit.number.wrong' : 'kit.number.notWhole')
    if (typed.is === 'places') return t(form.places ? 'kit.number.places' : 'kit.number.notWhole')

    const value = typed.is === 'empty' ? 0 : typed.value
    if (value < min) return t('kit.min', { min: shown(min) })

    return value > max ? t('kit.max', { max: shown(max) }) : null
  }
}

/** The rules of a form's field of a number. */
export function useNumberRules() {
  const refusal = useNumberRefusal()
  return (form: NumberForm, bounds: Bounds) => ({
    validate: (text: string) => refusal(text, form, bounds) ?? true,
  })
}
