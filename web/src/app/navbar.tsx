import { siteDefaults } from '@chaveiro/contracts/defaults'
import { navbarScrolledAfterPx } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { SearchSlot } from '../features/store/search/search-slot.tsx'
import { useIdle, useLate } from '../routing/late.ts'
import { isShelf, isShopPage, paths } from '../routing/paths.ts'
import { showCart, useCart } from '../state/cart.ts'
import { useSession } from '../state/session.ts'
import { useSite } from '../state/site.ts'
import { IconButton } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { join } from '../ui/join.ts'
import { LogoMark } from '../ui/logo.tsx'
import { AccountLinks, PageLinks } from './nav-links.tsx'

function useScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false)

  useEffect(() => {
    const update = () => setIsScrolled(window.scrollY > navbarScrolledAfterPx)
    update()
    window.addEventListener('scroll', update, { passive: true })

    return () => window.removeEventListener('scroll', update)
  }, [])

  return isScrolled
}

/** The ribbon of a demo shop; it links to the sandbox. */
function DemoRibbon() {
  const { t } = useTranslation()
  return (
    <a
      href={paths.sandbox}
      className="flex h-6 items-center justify-center px-4 text-xs font-semibold text-ink test-bar hover:underline"
    >
      {t('nav.demo')}
    </a>
  )
}

/**
 * A wide uploaded logo contains the shop's name. A square logo, or a logo from another server,
 * needs the name beside it.
 */
function Brand() {
  const site = useSite()
  const { logo } = site
  const isNamed = logo && logo.width > 48

  return (
    <Link to={paths.home} className="flex min-h-11 min-w-0 items-center gap-2">
      {/^(?:https?:\/\/|\/)/i.test(site.siteLogo) && site.siteLogo !== siteDefaults.siteLogo ? (
        [site.siteLogo, logo?.dark].map((src, isDark) =>
          src ? (
            <img
              key={src}
              src={src}
              alt={isNamed ? site.siteName : ''}
              width={logo?.width ?? 28}
              height={logo ? 32 : 28}
              className={join('logo', isDark ? 'on-dark' : logo?.dark && 'on-light')}
            />
          ) : null,
        )
      ) : (
        <LogoMark />
      )}

      {!isNamed && <span className="truncate display text-[1.375rem]">{site.siteName}</span>}
    </Link>
  )
}

function CartButton() {
  const { t } = useTranslation()
  const { units } = useCart()

  return (
    <IconButton
      label={t('nav.cart', { count: units })}
      onClick={() => showCart(true)}
      className="relative"
    >
      <Glyph name="bag" size={21} />

      {units > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 grid min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-5 font-bold text-on-accent"
        >
          {units}
        </span>
      )}
    </IconButton>
  )
}

/**
 * The bell's button renders before the bell's code has loaded. An early click opens the panel as
 * soon as the code has loaded.
 */
function BellSlot() {
  const { t } = useTranslation()
  const [isRequested, setIsRequested] = useState(false)
  const isIdle = useIdle()
  const LoadedBell = useLate(isRequested || isIdle, () =>
    import('../features/store/bell/bell.tsx').then((module) => module.Bell),
  )

  if (LoadedBell) return <LoadedBell start={isRequested} />

  return (
    <IconButton label={t('bell.open')} aria-haspopup="dialog" onClick={() => setIsRequested(true)}>
      <Glyph name="bell" size={21} />
    </IconButton>
  )
}

/** The chat button; its place is reserved until its code has loaded. */
function WidgetSlot() {
  const LoadedWidget = useLate(useIdle(), () =>
    import('../features/store/widget/widget-button.tsx').then((module) => module.WidgetButton),
  )
  if (LoadedWidget) return <LoadedWidget />

  return <span className="size-11" />
}

/** The phone's menu, for the links that do not fit into the navbar. */
function PhoneMenu() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const LoadedDrawer = useLate(openAt !== null, () =>
    import('./menu-drawer.tsx').then((module) => module.MenuDrawer),
  )

  return (
    <div className="md:hidden">
      <IconButton label={t('nav.menu')} aria-haspopup="dialog" onClick={() => setOpenAt(key)}>
        <Glyph name="menu" size={22} />
      </IconButton>
      {LoadedDrawer && <LoadedDrawer open={openAt === key} onClose={() => setOpenAt(null)} />}
    </div>
  )
}

/**
 * The navbar of every page; after 10 px of scrolling it gets a background and a border (S043). On a
 * desktop it has a search field, except on pages with a search field of their own.
 */
export function Navbar() {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const { demo: isDemo } = useSite().store
  const { pathname } = useLocation()
  const isScrolled = useScrolled()
  const hasSearch = isShopPage(pathname) && !isShelf(pathname)

  return (
    // The demo ribbon scrolls away; only the bar below it is sticky.
    <header className={join('sticky z-40', isDemo ? '-top-6' : 'top-0')}>
      {isDemo && <DemoRibbon />}

      <div
        data-scrolled={isScrolled}
        className={join(
          'border-b transition-colors duration-200',
          isScrolled
            ? 'scrolled border-line bg-ground/90 backdrop-blur-md'
            : 'border-transparent bg-ground',
        )}
      >
        <div className="page flex h-16 items-center gap-2">
          <Brand />
          <nav
            aria-label={t('nav.label')}
            className="mr-auto ml-3 hidden shrink-0 items-center md:flex"
          >
            <PageLinks />
          </nav>

          {hasSearch && <SearchSlot className="w-80 min-w-40 max-lg:hidden" />}

          <div className="flex shrink-0 items-center gap-1 max-md:ml-auto">
            <BellSlot />

            {loggedIn && (
              <>
                <WidgetSlot />
                <CartButton />
              </>
            )}

            <div className="hidden items-center gap-1 md:flex">
              <AccountLinks />
            </div>
            <PhoneMenu />
          </div>
        </div>
      </div>
    </header>
  )
}
