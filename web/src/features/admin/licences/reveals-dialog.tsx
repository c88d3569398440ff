import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { When } from '../components/when.tsx'
import type { Licence } from '../shared/rows.ts'

type Reveal = Reply<typeof adminApi.licences.reveals>['reveals'][number]

function RevealList({ reveals }: { reveals: readonly Reveal[] }) {
  const { t } = useTranslation('admin')
  if (reveals.length === 0) return <p className="text-sm text-muted">{t('licenses.noReveals')}</p>

  return (
    <ol className="grid gap-3">
      {reveals.map((one) => (
        <li
          key={`${one.by}${one.createdAt}`}
          className="grid gap-0.5 border-b border-line pb-3 text-sm last:border-0"
        >
          <span>{t(`licenses.revealBy.${one.by}`, { name: one.name })}</span>
          <span className="text-xs text-muted">
            <When at={one.createdAt} />
            {one.ip && ` · ${one.ip}`}
          </span>
          {one.userAgent && (
            <span className="text-xs wrap-anywhere text-muted">{one.userAgent}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Staff who saw a key, when, and from which IP address. */
export function RevealsDialog({ licence, onClose }: { licence: Licence; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const licenceQuery = useQuery(ask(adminApi.licences.reveals, { params: { id: licence.id } }))

  return (
    <Modal title={t('licenses.revealsTitle', { key: licence.maskedKey })} onClose={onClose}>
      <QueryResult
        answer={licenceQuery}
        failed={t('licenses.errorReveals')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-24" />}
      >
        {({ reveals }) => <RevealList reveals={reveals} />}
      </QueryResult>
    </Modal>
  )
}
