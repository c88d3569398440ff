import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { When } from '../components/when.tsx'
import { FoldedDetails } from '../shared/audit-entry.tsx'
import { AuditTarget } from '../shared/audit-target.tsx'
import type { User } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'

type Entry = Reply<typeof adminApi.users.history>['history'][number]

function Entries({ history }: { history: readonly Entry[] }) {
  const { t } = useTranslation('admin')
  const { happened } = useStoryWords()
  if (history.length === 0)
    return <p className="py-8 text-center text-muted">{t('adminUsers.historyEmpty')}</p>

  return (
    <ol className="grid gap-4">
      {history.map((entry) => (
        <li key={entry._id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">
              {happened(entry.action)} <AuditTarget target={entry.target} />
            </span>
            <span className="text-xs text-muted">
              <When at={entry.createdAt} />
            </span>
          </span>

          <span className="text-xs text-muted">
            {entry.performedBy?.name ?? t('audit.system')} · {entry.ip ?? '-'}
          </span>
          <FoldedDetails details={entry.details} />
        </li>
      ))}
    </ol>
  )
}

/** Audit log of an account, as actor and as target. */
export function UserHistory({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const userQuery = useQuery(
    ask(adminApi.users.history, { params: { id: user.id } }, { staleTime: 0 }),
  )
  useEffect(() => {
    if (userQuery.error) console.error('history', userQuery.error)
  }, [userQuery.error])

  return (
    <Modal wide title={t('adminUsers.historyOf', { name: user.name })} onClose={onClose}>
      <QueryResult
        answer={userQuery}
        failed={t('adminUsers.errorHistory')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading />}
      >
        {({ history }) => <Entries history={history} />}
      </QueryResult>
    </Modal>
  )
}
