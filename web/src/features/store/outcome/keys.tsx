import { Download, KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { date } from '../../../i18n/format.ts'
import { useSite } from '../../../state/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Guide } from '../../shared/guide.tsx'
import { guidedLicences } from '../../shared/guided.ts'
import type { PaymentStatusReply } from '../shared/payment.ts'

type Units = NonNullable<PaymentStatusReply['owner']>['units']

function saveAsText(units: Units, fileName: string): void {
  const text = units
    .flatMap((unit) => (unit.licenseKey ? [`${unit.productName}\t${unit.licenseKey}`] : []))
    .join('\r\n')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/**
 * The keys that were bought, in the clear because this is the moment of delivery; a unit that still
 * waits, or is out of use by now, says so.
 */
export function Keys({ owner }: { owner: NonNullable<PaymentStatusReply['owner']> }) {
  const { t } = useTranslation(['result', 'common'])
  const { units, orderNumber } = owner
  const { keysByMail } = useSite().store
  if (units.length === 0) return null
  const delivered = units.filter((unit) => unit.licenseKey !== null)
  const guided = guidedLicences(delivered)
  return (
    <Card className="grid gap-4 border-accent/50">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold">
          <KeyRound aria-hidden size={19} className="text-accent" />
          {t('keys.title', { count: units.length })}
        </h2>
        {delivered.length > 1 ? (
          <Button
            size="sm"
            icon={<Download size={16} aria-hidden />}
            onClick={() => saveAsText(delivered, `${orderNumber}.txt`)}
          >
            {t('keys.download')}
          </Button>
        ) : null}
      </header>
      <ul className="grid gap-3">
        {units.map((unit, index) => (
          <li key={index} className="grid gap-2 rounded-md bg-raised p-3">
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="font-medium">{unit.productName}</span>
              {unit.expirationDate ? (
                <span className="text-muted">
                  {t(unit.status === 'expired' ? 'keys.ended' : 'keys.until', {
                    date: date(unit.expirationDate),
                  })}
                </span>
              ) : null}
            </p>
            {unit.licenseKey ? (
              <div className="flex items-center justify-between gap-2">
                <code
                  data-testid="licence-key"
                  className="min-w-0 font-mono font-medium break-all max-sm:text-sm"
                >
                  {unit.licenseKey}
                </code>
                <CopyButton
                  size="sm"
                  short
                  text={unit.licenseKey}
                  label={t('common:action.copy')}
                  copiedLabel={t('common:action.copied')}
                  name={t('keys.copy', { name: unit.productName })}
                />
              </div>
            ) : null}
            {unit.status === 'suspended' ? (
              <p className="text-sm text-bad">{t('keys.suspended')}</p>
            ) : null}
            {unit.status === 'pending' ? (
              <p role="status" className="text-sm text-wait">
                {t(keysByMail ? 'keys.waitingMail' : 'keys.waiting')}
              </p>
            ) : null}
            {unit.licenseId && guided.has(unit.licenseId) ? (
              <Guide licenceId={unit.licenseId} name={unit.productName} />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
