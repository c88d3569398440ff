import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { parseTypedNumber, numberFieldText, type NumberForm } from '../../../i18n/typed-number.ts'
import { Field } from '../../../ui/field.tsx'

/**
 * A number as a text field: the browser's own number field drops commas and empties unreadable
 * input without an event.
 */
export const NumberField = ({
  whole = false,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'inputMode'> & { whole?: boolean }) => (
  <Field inputMode={whole ? 'numeric' : 'decimal'} autoComplete="off" {...rest} />
)

type Bounds = { min?: number; max: number }

/** Returns a function that explains why a text is not a valid number; null when valid or empty. */
export function useNumberRefusal() {
  const { t } = useTranslation('admin')
  return function numberRefusal(
    text: string,
    form: NumberForm,
    { min = 0, max }: Bounds,
  ): string | null {
    const typedNumber = parseTypedNumber(text, form)
    const formatBound = (numericValue: number) => numberFieldText(numericValue, { places: 3 })
    if (typedNumber.is === 'two')
      return t('kit.number.two', {
        whole: formatBound(typedNumber.whole),
        part: formatBound(typedNumber.part),
      })
    if (typedNumber.is === 'wrong')
      return t(form.places ? 'kit.number.wrong' : 'kit.number.notWhole')
    if (typedNumber.is === 'places')
      return t(form.places ? 'kit.number.places' : 'kit.number.notWhole')

    const typedValue = typedNumber.is === 'empty' ? 0 : typedNumber.value
    if (typedValue < min) return t('kit.min', { min: formatBound(min) })

    if (typedValue > max) return t('kit.max', { max: formatBound(max) })

    return null
  }
}

/** Validation rules of react-hook-form for a number field. */
export function useNumberRules() {
  const refuseNumber = useNumberRefusal()
  return (form: NumberForm, bounds: Bounds) => ({
    validate: (text: string) => refuseNumber(text, form, bounds) ?? true,
  })
}
