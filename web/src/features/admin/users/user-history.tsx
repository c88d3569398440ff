import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Modal } from '../components/modal.tsx'
import { AuditDetails, auditMoment } from '../shared/audit-entry.tsx'
import type { User } from '../shared/rows.ts'

/** What this account did and what was done to it, from the audit log. */
export function UserHistory({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const answer = useQuery(
    ask(adminApi.users.history, { params: { id: user.id } }, { staleTime: 0 }),
  )
  useEffect(() => {
    if (answer.error) console.error('history', answer.error)
  }, [answer.error])
  const texts = { none: t('audit.noDate'), invalid: t('audit.invalidDate') }
  return (
    <Modal wide title={t('adminUsers.historyOf', { name: user.name })} onClose={onClose}>
      {answer.isError ? (
        <ErrorState
          text={t('adminUsers.errorHistory')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      ) : !answer.data ? (
        <div
          role="status"
          aria-label={t('common:state.loading')}
          className="grid min-h-32 place-items-center"
        >
          <Spinner />
        </div>
      ) : answer.data.history.length === 0 ? (
        <p className="py-8 text-center text-muted">{t('adminUsers.historyEmpty')}</p>
      ) : (
        <ol className="grid gap-4">
          {answer.data.history.map((entry) => (
            <li key={entry._id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
              <span className="flex flex-wrap justify-between gap-x-3">
                <code className="font-mono text-xs font-medium">{entry.action}</code>
                <span className="text-xs text-muted">{auditMoment(entry.createdAt, texts)}</span>
              </span>
              <span className="text-xs text-muted">
                {entry.performedBy?.name ?? t('audit.system')} · {entry.ip ?? '-'}
              </span>
              <AuditDetails details={entry.details} />
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}
