import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Modal } from '../components/modal.tsx'
import type { Licence } from '../shared/rows.ts'

/** Who had a key on screen, when and from where. */
export function RevealsDialog({ licence, onClose }: { licence: Licence; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const { data, error, refetch } = useQuery(
    ask(adminApi.licences.reveals, { params: { id: licence.id } }),
  )
  return (
    <Modal title={t('licenses.revealsTitle', { key: licence.maskedKey })} onClose={onClose}>
      {error ? (
        <ErrorState
          text={t('licenses.errorReveals')}
          retry={t('common:action.retry')}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <div
          role="status"
          aria-label={t('common:state.loading')}
          className="grid min-h-24 place-items-center"
        >
          <Spinner />
        </div>
      ) : data.reveals.length === 0 ? (
        <p className="text-sm text-muted">{t('licenses.noReveals')}</p>
      ) : (
        <ol className="grid gap-3">
          {data.reveals.map((one) => (
            <li
              key={`${one.by}${one.createdAt}`}
              className="grid gap-0.5 border-b border-line pb-3 text-sm last:border-0"
            >
              <span>{t(`licenses.revealBy.${one.by}`, { name: one.name })}</span>
              <span className="text-xs text-muted">
                {[date(one.createdAt, 'moment'), one.ip].filter(Boolean).join(' · ')}
              </span>
              {one.userAgent ? (
                <span className="text-xs wrap-anywhere text-muted">{one.userAgent}</span>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}
