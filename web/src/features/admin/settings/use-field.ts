import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import type { Settings } from '../shared/rows.ts'

export type Form = UseFormReturn<Settings>

/** Label and error of a setting. */
export function useField({ formState: { errors } }: Form) {
  const { t } = useTranslation('admin')
  return (name: keyof Settings) => ({
    label: t(`admin.settings.${name}` as 'admin.settings.siteName'),
    error: errors[name]?.message,
  })
}
