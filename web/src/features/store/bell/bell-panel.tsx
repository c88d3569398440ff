import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BellOff, KeyRound, LifeBuoy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ApiError } from '../../../api/call.ts'
import { queryClient } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { guildQuery } from '../../shared/news/guild.ts'
import { sendViewed } from '../../shared/news/kept.ts'
import { markViewed } from '../../shared/news/viewed.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { NoticeItem } from './notice-item.tsx'
import { pagesQuery, type Notice } from './notices.ts'
import { nearEnd } from './preview.ts'

/**
 * Marks listed notifications as viewed, page by page (S054, Q76), on all of the reader's devices.
 */
function useMarkViewed(notices: readonly Notice[]): void {
  const { user, loggedIn } = useSession()
  const readerId = loggedIn ? user?.id : undefined
  const { data: guildId } = useQuery(guildQuery)

  useEffect(() => {
    if (!guildId || !notices.length) return

    markViewed(localStore(), guildId, notices, Date.now())
    if (readerId) void sendViewed(readerId, guildId)
  }, [guildId, notices, readerId])
}

const noNotices: readonly Notice[] = []

function NoticeList({ onPick }: { onPick(notice: Notice): void }) {
  const { t } = useTranslation()
  const listRef = useRef<HTMLDivElement>(null)

  const {
    data,
    isPending,
    isError,
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetching,
    fetchNextPage,
  } = useInfiniteQuery({
    ...pagesQuery,
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
  })

  const listedNotices = data ?? noNotices
  useMarkViewed(listedNotices)

  const loadNextPage = () => {
    if (
      listRef.current &&
      hasNextPage &&
      !isFetching &&
      nearEnd(listRef.current, window.innerHeight)
    )
      void fetchNextPage()
  }

  // A page that does not fill the list loads the next one without scrolling.
  useEffect(loadNextPage)

  // Any failure empties the list (S263, S264); a retry starts at page 1.
  if (isError)
    return (
      <div className="p-5">
        <ErrorState
          text={t(
            error instanceof ApiError && error.status === 401 ? 'bell.errorAuth' : 'bell.errorLoad',
          )}
          retry={t('action.retry')}
          onRetry={() => {
            void queryClient.resetQueries({ queryKey: pagesQuery.queryKey })
          }}
        />
      </div>
    )

  if (isPending)
    return <Skeletons count={6} label={t('state.loading')} className="grid gap-3 p-5" each="h-20" />

  if (!listedNotices.length)
    return (
      <div className="p-5">
        <EmptyState icon={<BellOff />} title={t('bell.empty')} text={t('bell.emptyText')} />
      </div>
    )

  return (
    <div
      ref={listRef}
      onScroll={loadNextPage}
      className="size-full overflow-y-auto overscroll-contain"
      data-bell-list
    >
      <ul>
        {listedNotices.map((notice) => (
          <NoticeItem key={notice._id} notice={notice} onOpen={() => onPick(notice)} />
        ))}
      </ul>

      {isFetchingNextPage && (
        <p role="status" className="flex items-center justify-center gap-3 p-5 text-sm text-muted">
          <Spinner small />
          {t('bell.loadingMore')}
        </p>
      )}

      {!hasNextPage && <p className="p-5 text-center text-xs text-muted">{t('bell.end')}</p>}
    </div>
  )
}

/** Link to tickets with new answers. */
function AnswersLink({ count, onGo }: { count: number; onGo(): void }) {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.support}
      onClick={onGo}
      className="flex min-h-14 items-center gap-3 border-b border-line px-5 py-3 text-sm font-semibold hover:bg-raised"
    >
      <LifeBuoy size={18} aria-hidden className="shrink-0 text-muted" />
      {t('bell.support', { count })}
    </Link>
  )
}

/** Says that the account's password was removed and links to where a new one is set (P258). */
function PasswordNotice({ at, onGo }: { at: string; onGo(): void }) {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.settings}
      onClick={onGo}
      className="grid gap-1 border-b border-line px-5 py-3 text-sm hover:bg-raised"
    >
      <span className="flex items-center gap-3 font-semibold">
        <KeyRound size={18} aria-hidden className="shrink-0 text-muted" />
        {t('bell.passwordDropped')}
      </span>
      <span className="text-muted">{t('bell.passwordDroppedText')}</span>
      {/* Dates of the bell are Brazilian in every language (Q100). */}
      <span className="text-xs text-muted">{date(at, 'moment', 'pt-BR')}</span>
    </Link>
  )
}

/** The notifications as a drawer, or a sheet on a phone; a notification opens above it. */
export function BellPanel({
  open,
  onClose,
  answers,
  passwordDropped,
}: {
  open: boolean
  onClose(): void
  answers: number
  passwordDropped: string | undefined
}) {
  const { t } = useTranslation()
  const [openNotice, setOpenNotice] = useState<Notice | null>(null)

  return (
    <>
      <Dialog
        side
        open={open}
        onClose={onClose}
        title={t('bell.title')}
        closeLabel={t('bell.close')}
      >
        <div className="-m-5 flex h-[calc(100%+2.5rem)] flex-col">
          {passwordDropped && <PasswordNotice at={passwordDropped} onGo={onClose} />}
          {answers > 0 && <AnswersLink count={answers} onGo={onClose} />}
          <div className="min-h-0 flex-1">
            <NoticeList onPick={setOpenNotice} />
          </div>
        </div>
      </Dialog>

      <NoticeDialog notice={openNotice} onClose={() => setOpenNotice(null)} />
    </>
  )
}
