import { longestRange, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { today } from './range-days.ts'

/** Start and end of a custom range; an error appears at the wrong day. */
export function OwnRangeFields({
  value,
  onChange,
}: {
  value: RangeQuery
  onChange(ownRange: RangeQuery): void
}) {
  const { t } = useTranslation('admin')
  const [from, setFrom] = useState(value.from ?? '')
  const [to, setTo] = useState(value.to ?? '')
  const [fault, setFault] = useState(() => rangeFault(value, today()))

  const errorOfField = (field: 'from' | 'to') => {
    if (fault?.field !== field || fault.why === 'unasked') return undefined
    if (fault.why === 'too_long') return t('adminSales.own.too_long', { most: longestRange })

    return t(`adminSales.own.${fault.why}`)
  }

  const submitSales = (event: FormEvent) => {
    event.preventDefault()
    const ownRange = { range: 'own', from, to } as const
    const ownRangeFault = rangeFault(ownRange, today())
    setFault(ownRangeFault)
    if (!ownRangeFault) onChange(ownRange)
  }

  return (
    <form noValidate onSubmit={submitSales} className="flex flex-wrap items-start gap-3">
      <DateField
        label={t('adminSales.own.from')}
        value={from}
        max={today()}
        error={errorOfField('from')}
        className="max-sm:flex-1"
        onChange={(event) => setFrom(event.target.value)}
      />

      <DateField
        label={t('adminSales.own.to')}
        value={to}
        max={today()}
        error={errorOfField('to')}
        className="max-sm:flex-1"
        onChange={(event) => setTo(event.target.value)}
      />

      <Button type="submit" className="mt-6.5">
        {t('adminSales.own.show')}
      </Button>
    </form>
  )
}
