import { useTranslation } from 'react-i18next'

import { DetailPart, PartRow } from '../components/detail-page.tsx'
import { When } from '../components/when.tsx'
import type { Customer } from '../shared/rows.ts'
import { useStoryWords } from '../shared/story-words.ts'

type Entry = Customer['history'][number]

/** Audit entries with actor and IP address. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('admin')
  const { happened } = useStoryWords()
  const why = ({ details }: Entry) => (details as { reason?: unknown } | null)?.reason

  return entries.map((entry) => (
    <PartRow
      key={entry.id}
      title={happened(entry.action)}
      line={
        <>
          <When at={entry.createdAt} /> · {entry.performedBy?.name ?? t('audit.system')}
          {typeof why(entry) === 'string' && ` · ${String(why(entry))}`}
        </>
      }
    />
  ))
}

/** Bans of the account. */
export function Bans({ customer: { bans } }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.bans')}
      none={t('adminUsers.page.noBans')}
      shown={bans.length}
    >
      <Entries entries={bans} />
    </DetailPart>
  )
}

/** Changes of the account by staff and the shop, with a link to all of them. */
export function History({
  customer: { history },
  onAll,
}: {
  customer: Customer
  onAll: React.ReactNode
}) {
  const { t } = useTranslation('admin')
  return (
    <DetailPart
      title={t('adminUsers.page.history')}
      none={t('adminUsers.page.noHistory')}
      shown={history.length}
      all={onAll}
    >
      <Entries entries={history} />
    </DetailPart>
  )
}
