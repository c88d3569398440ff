import { MessagesSquare, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { useTitle } from '../../../../routing/title.ts'
import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import { useRestOfScreen } from '../../../shared/use-rest-of-screen.ts'
import { Beside } from './beside.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { InboxList } from './inbox-list.tsx'
import { spanOf } from './spans.ts'
import { useDesk, type Desk as State } from './use-desk.ts'

function Head({ desk, onTable }: { desk: State; onTable(): void }) {
  const { t } = useTranslation('admin')
  const median = desk.list.answer?.medianResponseSeconds

  return (
    <header
      className={join(
        'flex flex-wrap items-end justify-between gap-x-6 gap-y-2',
        // A phone gives its height to the conversation; its title is still heard.
        desk.ticket && 'max-md:sr-only',
      )}
    >
      <div className="grid min-w-0 gap-0.5">
        <h1 className="text-lg font-semibold tracking-tight">{t('adminTickets.title')}</h1>

        <p className="min-h-5 text-sm text-muted">
          {typeof median === 'number' && t('adminTickets.desk.median', { time: spanOf(median) })}
          {median === null && t('adminTickets.desk.noMedian')}
        </p>
      </div>

      <Button size="sm" icon={<Table2 size={15} aria-hidden />} onClick={onTable}>
        {t('adminTickets.desk.table')}
      </Button>
    </header>
  )
}

/**
 * Where staff answer customers (P330): who waits, the conversation, and beside it the customer and
 * his order; a narrow screen shows one of them at a time.
 */
export function Desk({ onTable }: { onTable(): void }) {
  const { t } = useTranslation('admin')
  const desk = useDesk()
  const box = useRestOfScreen('1rem')
  const { ticket, part } = desk
  useTitle(ticket ? `${ticket} · ${t('adminTickets.title')}` : t('adminTickets.title'))

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Head desk={desk} onTable={onTable} />

      <div
        ref={box}
        className={join(
          // The foot of the frame's page is no room here: each column scrolls by itself.
          '-mb-20 grid h-[70dvh] min-h-96 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-4',
          'md:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)_16rem]',
        )}
      >
        <InboxList desk={desk} className={ticket ? 'max-md:hidden' : ''} />

        {ticket ? (
          <>
            <ConversationPane
              key={ticket}
              desk={desk}
              className={part === 'about' ? 'max-xl:hidden' : ''}
            />

            <Beside
              key={`beside ${ticket}`}
              desk={desk}
              className={part === 'about' ? '' : 'max-xl:hidden'}
            />
          </>
        ) : (
          <div className="max-md:hidden xl:col-span-2">
            <EmptyState
              icon={<MessagesSquare />}
              title={t('adminTickets.desk.choose')}
              text={t('adminTickets.desk.chooseText')}
            />
          </div>
        )}
      </div>
    </div>
  )
}
