import { CalendarCheck, Menu, ReceiptText, Warehouse } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'

const footLinks = [
  { to: paths.adminSection('today'), text: 'shell.section.today', Icon: CalendarCheck },
  { to: paths.adminSection('orders'), text: 'shell.section.orders', Icon: ReceiptText },
  { to: paths.adminSection('stock'), text: 'shell.foot.stock', Icon: Warehouse },
] as const

const footLinkClass = 'flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs'

/**
 * Navigation at the bottom of a phone, within reach of a thumb (P326). The layout reserves its
 * height, so that it covers no content.
 */
export function FootNavigation({ onMore }: { onMore(): void }) {
  const { t } = useTranslation('admin')
  return (
    <nav
      aria-label={t('shell.foot')}
      data-foot
      className="sticky bottom-0 z-40 grid grid-cols-4 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {footLinks.map(({ to, text, Icon }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            join(footLinkClass, isActive ? 'font-semibold text-ink' : 'text-muted')
          }
        >
          <Icon size={20} aria-hidden />
          {t(text)}
        </NavLink>
      ))}

      <button
        type="button"
        aria-haspopup="dialog"
        className={join(footLinkClass, 'text-muted')}
        onClick={onMore}
      >
        <Menu size={20} aria-hidden />
        {t('shell.foot.more')}
      </button>
    </nav>
  )
}
