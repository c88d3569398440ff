import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths, type AdminSection } from '../../../routing/paths.ts'
import { useSite } from '../../../state/site.ts'
import { join } from '../../../ui/join.ts'
import { LogoMark } from '../../../ui/logo.tsx'
import { paletteKey } from '../components/shortcuts.ts'
import { useFoldedGroups, type Folds } from './folds.ts'
import { foldingGroups, sectionIcons, sectionsOnTop } from './sections.ts'
import { lookAgainMs } from './use-waiting-counts.ts'

/** Link to the shop under its name. */
export function BrandLink() {
  const { siteName } = useSite()
  return (
    <Link
      to={paths.home}
      className="flex min-h-11 min-w-0 items-center gap-2 font-bold tracking-tight low:min-h-9"
    >
      <LogoMark size={22} />
      <span className="truncate">{siteName}</span>
    </Link>
  )
}

/** Opens the palette and shows its shortcut. */
export function PaletteButton({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation('admin')
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-9 w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm text-muted hover:text-ink"
    >
      <Search size={15} aria-hidden />
      {t('palette.open')}
      <kbd className="ml-auto font-sans text-xs">{paletteKey}</kbd>
    </button>
  )
}

/** Number of pending items in a section; hidden at 0. */
function PendingCount({ count, said }: { count: number | undefined; said: string }) {
  if (!count) return null
  return (
    <span
      title={said}
      className="ml-auto min-w-6 text-right text-xs font-medium text-wait tabular-nums"
    >
      <span aria-hidden>{number(count)}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}

/** Number of pending reviews (L068). */
function ReviewsWaiting() {
  const { t } = useTranslation('admin')
  const pendingReviews = useQuery(
    ask(adminApi.reviews.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  ).data?.waiting

  return (
    <PendingCount
      count={pendingReviews}
      said={t('shell.reviewsWaiting', { count: pendingReviews ?? 0 })}
    />
  )
}

/** Number of open tickets (P283). */
function TicketsOpen() {
  const { t } = useTranslation('admin')
  const openTickets = useQuery(ask(adminApi.tickets.stats, {}, { refetchInterval: lookAgainMs }))
    .data?.openTickets

  return (
    <PendingCount count={openTickets} said={t('shell.ticketsOpen', { count: openTickets ?? 0 })} />
  )
}

// On a low screen entries have only the minimal height, so that all fit without scrolling (P283).
const linkClass =
  'flex items-center gap-2.5 rounded-sm px-2.5 text-sm max-lg:min-h-11 lg:min-h-6 lg:basis-8'

function SectionLink({ section }: { section: AdminSection }) {
  const { t } = useTranslation('admin')
  const SectionIcon = sectionIcons[section]

  return (
    <NavLink
      to={paths.adminSection(section)}
      className={({ isActive }) =>
        join(
          linkClass,
          isActive
            ? 'bg-accent-soft font-medium text-ink'
            : 'text-muted hover:bg-raised hover:text-ink',
        )
      }
    >
      <SectionIcon size={16} aria-hidden />
      {t(`shell.section.${section}`)}
      {section === 'products' && <ReviewsWaiting />}
      {section === 'tickets' && <TicketsOpen />}
    </NavLink>
  )
}

/** A foldable group; while folded its name shows the pending count. */
function FoldingGroup({
  group,
  folds: foldedGroups,
}: {
  group: (typeof foldingGroups)[number]
  folds: Folds
}) {
  const { t } = useTranslation('admin')
  const elementId = useId()
  const isGroupOpen = foldedGroups.isOpen(group)

  return (
    <>
      <button
        type="button"
        aria-expanded={isGroupOpen}
        aria-controls={elementId}
        onClick={() => foldedGroups.turn(group)}
        className={join(
          linkClass,
          'hover:bg-raised hover:text-ink lg:mt-2 low:lg:mt-0',
          foldedGroups.holdsPage(group) && !isGroupOpen
            ? 'bg-accent-soft font-medium text-ink'
            : 'text-muted',
        )}
      >
        <span className="flex items-center gap-1 text-xs">
          {t(group.text)}

          <ChevronRight
            size={14}
            aria-hidden
            className={join('transition-transform', isGroupOpen && 'rotate-90')}
          />
        </span>

        {group.name === 'goods' && !isGroupOpen && <ReviewsWaiting />}
      </button>

      <div
        id={elementId}
        role="group"
        aria-label={t(group.text)}
        className={isGroupOpen ? 'grid gap-0.5 lg:contents' : 'hidden'}
      >
        {group.sections.map((section) => (
          <SectionLink key={section} section={section} />
        ))}
      </div>
    </>
  )
}

/**
 * The menu: main sections, and the others in two foldable groups; the current one is marked
 * (B014).
 */
export function SectionLinks() {
  const { t } = useTranslation('admin')
  const foldedGroups = useFoldedGroups()

  return (
    <nav
      aria-label={t('shell.sections')}
      className="grid gap-0.5 lg:flex lg:h-full lg:flex-col lg:gap-0"
    >
      {sectionsOnTop.map((section) => (
        <SectionLink key={section} section={section} />
      ))}
      {foldingGroups.map((group) => (
        <FoldingGroup key={group.name} group={group} folds={foldedGroups} />
      ))}
    </nav>
  )
}
