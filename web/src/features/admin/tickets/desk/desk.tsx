import { MessagesSquare, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { useTitle } from '../../../../routing/title.ts'
import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import { useRestOfScreen } from '../../../shared/use-rest-of-screen.ts'
import { ContextPane } from './beside.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { InboxList } from './inbox-list.tsx'
import { formatSpan } from './spans.ts'
import { useSupportDesk, type Desk as State } from './use-desk.ts'

function DeskHead({ desk, onTable }: { desk: State; onTable(): void }) {
  const { t } = useTranslation('admin')
  const medianResponse = desk.list.answer?.medianResponseSeconds

  return (
    <header
      className={join(
        'flex flex-wrap items-end justify-between gap-x-6 gap-y-2',
        // A phone needs the height for the conversation; screen readers still hear the title.
        desk.ticket && 'max-md:sr-only',
      )}
    >
      <div className="grid min-w-0 gap-0.5">
        <h1 className="text-lg font-semibold tracking-tight">{t('adminTickets.title')}</h1>

        <p className="min-h-5 text-sm text-muted">
          {typeof medianResponse === 'number' &&
            t('adminTickets.desk.median', { time: formatSpan(medianResponse) })}
          {medianResponse === null && t('adminTickets.desk.noMedian')}
        </p>
      </div>

      <Button size="sm" icon={<Table2 size={15} aria-hidden />} onClick={onTable}>
        {t('adminTickets.desk.table')}
      </Button>
    </header>
  )
}

/** The open conversation and its customer, or the request to choose one. */
function OpenTicket({ desk }: { desk: State }) {
  const { t } = useTranslation('admin')
  const { ticket } = desk
  const isAboutShown = desk.part === 'about'

  if (!ticket)
    return (
      <div className="max-md:hidden xl:col-span-2">
        <EmptyState
          icon={<MessagesSquare />}
          title={t('adminTickets.desk.choose')}
          text={t('adminTickets.desk.chooseText')}
        />
      </div>
    )

  return (
    <>
      <ConversationPane key={ticket} desk={desk} className={isAboutShown ? 'max-xl:hidden' : ''} />

      <ContextPane
        key={`beside ${ticket}`}
        desk={desk}
        className={isAboutShown ? '' : 'max-xl:hidden'}
      />
    </>
  )
}

/**
 * The support desk (P330): inbox, conversation, and customer details; narrow screens show one at a
 * time.
 */
export function Desk({ onTable }: { onTable(): void }) {
  const { t } = useTranslation('admin')
  const deskState = useSupportDesk()
  const restOfScreen = useRestOfScreen('1rem')
  const { ticket } = deskState
  useTitle(ticket ? `${ticket} · ${t('adminTickets.title')}` : t('adminTickets.title'))

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DeskHead desk={deskState} onTable={onTable} />

      <div
        ref={restOfScreen}
        className={join(
          // Removes the page's bottom padding: each column scrolls by itself.
          '-mb-20 grid h-[70dvh] min-h-96 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-4',
          'md:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)_16rem]',
        )}
      >
        <InboxList desk={deskState} className={ticket ? 'max-md:hidden' : ''} />

        <OpenTicket desk={deskState} />
      </div>
    </div>
  )
}
