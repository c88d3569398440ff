import { useQuery } from '@tanstack/react-query'
import { Command as CommandIcon, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useSite } from '../../../state/site.ts'
import { join } from '../../../ui/join.ts'
import { LogoMark } from '../../../ui/logo.tsx'
import { sectionGroups, sectionIcons } from './sections.ts'
import { lookAgainMs } from './waiting.tsx'

/** The way home to the shop, under its own name. */
export function Brand() {
  const { siteName } = useSite()
  return (
    <Link
      to={paths.home}
      className="flex min-h-11 min-w-0 items-center gap-2 font-bold tracking-tight"
    >
      <LogoMark size={22} />
      <span className="truncate">{siteName}</span>
    </Link>
  )
}

/** Opens the palette; shows the keys that do it too. */
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
      <kbd className="ml-auto flex items-center gap-0.5 text-xs">
        <CommandIcon size={11} aria-hidden />K
      </kbd>
    </button>
  )
}

/** How many reviews wait for staff, beside the section that leads to them (L068). */
function ReviewsWaiting() {
  const { t } = useTranslation('admin')
  const { data } = useQuery(
    ask(adminApi.reviews.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )
  if (!data?.waiting) return null
  const said = t('shell.reviewsWaiting', { count: data.waiting })
  return (
    <span title={said} className="ml-auto text-xs font-medium text-wait tabular-nums">
      <span aria-hidden>{number(data.waiting)}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}

/** The 15 sections in four groups; the one of the address is marked (B014). */
export function SectionLinks() {
  const { t } = useTranslation('admin')
  return (
    <nav aria-label={t('shell.sections')} className="grid gap-4">
      {sectionGroups.map(({ text, sections }) => (
        <div key={text} className="grid gap-0.5">
          <p className="px-2.5 pb-1 text-xs text-muted">{t(text)}</p>
          {sections.map((section) => {
            const Icon = sectionIcons[section]
            return (
              <NavLink
                key={section}
                to={paths.adminSection(section)}
                className={({ isActive }) =>
                  join(
                    'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm max-lg:min-h-11',
                    isActive
                      ? 'bg-accent-soft font-medium text-ink'
                      : 'text-muted hover:bg-raised hover:text-ink',
                  )
                }
              >
                <Icon size={16} aria-hidden />
                {t(`shell.section.${section}`)}
                {section === 'products' ? <ReviewsWaiting /> : null}
              </NavLink>
            )
          })}
        </div>
      ))}
    </nav>
  )
}
