import type { Api } from '@chaveiro/contracts'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { date } from '../../../i18n/format.ts'
import { useCopied } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MissingKey } from '../shared/missing-key.tsx'
import { LicenceBadge } from '../shared/state-badges.tsx'

type RecentLicences = Reply<Api['accounts']['dashboard']>['data']['dashboard']['recentLicenses']

/** A button that copies its key, and confirms that for two seconds (S099). */
function CopyKey({ value }: { value: string }) {
  const { t } = useTranslation(['account', 'common'])
  const { copied, copy } = useCopied()

  return (
    <button
      type="button"
      onClick={() => copy(value)}
      aria-label={copied ? undefined : t('licence.copy', { key: value })}
      className="flex min-h-11 items-center justify-between gap-3 rounded-md bg-raised px-3 text-left hover:bg-high"
    >
      <code className="min-w-0 font-mono text-sm break-all">{value}</code>

      <span aria-live="polite" className="flex shrink-0 items-center gap-1 text-xs text-muted">
        {!copied && <Copy aria-hidden size={14} />}
        {copied && (
          <>
            <Check aria-hidden size={14} />
            {t('common:action.copied')}
          </>
        )}
      </span>
    </button>
  )
}

/** Newest licences: product, state, key, purchase date and end. */
export function LicencesDialog({
  open,
  onClose,
  licences,
}: {
  open: boolean
  onClose(): void
  licences: RecentLicences
}) {
  const { t } = useTranslation(['account', 'common'])

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('dashboard.recentLicences')}
      closeLabel={t('common:action.close')}
    >
      {licences.length === 0 && <p className="text-muted">{t('dashboard.noLicences')}</p>}

      <ul className="grid gap-4">
        {licences.map((licence) => (
          <li key={licence.id} data-row className="grid gap-2">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">{licence.productName}</span>
              <LicenceBadge status={licence.status} />
            </p>

            {licence.licenseKey && <CopyKey value={licence.licenseKey} />}
            {!licence.licenseKey && <MissingKey status={licence.status} />}

            <p className="text-sm text-muted">
              {t('licence.bought', { date: date(licence.purchaseDate) })}
              {licence.expirationDate &&
                ` · ${t('licence.until', { date: date(licence.expirationDate) })}`}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
