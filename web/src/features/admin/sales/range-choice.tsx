import { ranges, type Range } from '@chaveiro/contracts/admin/ranges'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const choiceClass =
  'relative inline-flex min-h-9 items-center rounded-sm px-3 text-sm text-muted hover:text-ink ' +
  'has-checked:bg-accent-soft has-checked:font-medium has-checked:text-ink ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-ink'

/** Range of the figures; arrow keys move between the choices. */
export function RangeChoice({ value, onChange }: { value: Range; onChange(range: Range): void }) {
  const { t } = useTranslation('admin')
  const groupName = useId()

  return (
    <fieldset className="flex flex-wrap rounded-md border border-edge bg-surface p-0.5">
      <legend className="sr-only">{t('adminSales.range')}</legend>

      {ranges.map((range) => (
        <label key={range} className={choiceClass}>
          <input
            type="radio"
            name={groupName}
            value={range}
            checked={range === value}
            onChange={() => onChange(range)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />

          {t(`adminSales.range.${range}`)}
        </label>
      ))}
    </fieldset>
  )
}
