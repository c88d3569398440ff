import { longestRange, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { today } from './range-days.ts'

/** The two days of a range of one's own; what cannot be shown is said at the day to blame. */
export function OwnRange({
  value,
  onChange,
}: {
  value: RangeQuery
  onChange(range: RangeQuery): void
}) {
  const { t } = useTranslation('admin')
  const [from, setFrom] = useState(value.from ?? '')
  const [to, setTo] = useState(value.to ?? '')
  const [fault, setFault] = useState(() => rangeFault(value, today()))

  const errorAt = (field: 'from' | 'to') => {
    if (fault?.field !== field || fault.why === 'unasked') return undefined
    return fault.why === 'too_long'
      ? t('adminSales.own.too_long', { most: longestRange })
      : t(`adminSales.own.${fault.why}`)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const range = { range: 'own', from, to } as const
    const found = rangeFault(range, today())
    setFault(found)
    if (!found) onChange(range)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <DateField
        label={t('adminSales.own.from')}
        value={from}
        max={today()}
        error={errorAt('from')}
        className="max-sm:flex-1"
        onChange={(event) => setFrom(event.target.value)}
      />

      <DateField
        label={t('adminSales.own.to')}
        value={to}
        max={today()}
        error={errorAt('to')}
        className="max-sm:flex-1"
        onChange={(event) => setTo(event.target.value)}
      />

      <Button type="submit" className="mt-6.5">
        {t('adminSales.own.show')}
      </Button>
    </form>
  )
}
