import { siteDefaults } from '@chaveiro/contracts/defaults'
import { navbarScrolledAfterPx } from '@chaveiro/contracts/limits'
import { Bell as BellIcon, Menu, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useIdle, useLate } from '../routing/late.ts'
import { paths } from '../routing/paths.ts'
import { showCart, useCart } from '../state/cart.ts'
import { useSession } from '../state/session.ts'
import { useSite } from '../state/site.ts'
import { IconButton } from '../ui/button.tsx'
import { join } from '../ui/join.ts'
import { LogoMark } from '../ui/logo.tsx'
import { AccountLinks, PageLinks } from './nav-links.tsx'

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)

  useEffect(() => {
    const look = () => setScrolled(window.scrollY > navbarScrolledAfterPx)
    look()
    window.addEventListener('scroll', look, { passive: true })

    return () => window.removeEventListener('scroll', look)
  }, [])

  return scrolled
}

/** The ribbon that says this is the demo: nothing costs anything here. */
function DemoRibbon() {
  const { t } = useTranslation()
  if (!useSite().store.demo) return null

  return (
    <a
      href={paths.sandbox}
      className="block bg-warm px-4 py-1 text-center text-xs font-semibold text-ground hover:underline"
    >
      {t('nav.demo')}
    </a>
  )
}

/** An uploaded logo as it is, named; one of an address elsewhere small, beside the name. */
function Brand() {
  const site = useSite()
  const { logo } = site
  const isNamed = logo && logo.width > 48

  return (
    <Link
      to={paths.home}
      className="flex min-h-11 min-w-0 items-center gap-2 font-bold tracking-tight"
    >
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

      {!isNamed && <span className="truncate">{site.siteName}</span>}
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
      <ShoppingBag size={21} aria-hidden />

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
 * The bell is drawn at once and comes to life when its code is there; a click before that is not
 * lost.
 */
function BellSlot() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const idle = useIdle()
  const Bell = useLate(asked || idle, () =>
    import('../features/store/bell/bell.tsx').then((module) => module.Bell),
  )

  if (Bell) return <Bell start={asked} />

  return (
    <IconButton label={t('bell.open')} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      <BellIcon size={21} aria-hidden />
    </IconButton>
  )
}

/** The chat's button; its place is kept free until its code is there. */
function WidgetSlot() {
  const Widget = useLate(useIdle(), () =>
    import('../features/store/widget/widget-button.tsx').then((module) => module.WidgetButton),
  )
  if (Widget) return <Widget />

  return <span className="size-11" />
}

/** The menu of a phone, where the bar only has room for bell and cart. */
function PhoneMenu() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const Drawer = useLate(openAt !== null, () =>
    import('./menu-drawer.tsx').then((module) => module.MenuDrawer),
  )

  return (
    <div className="md:hidden">
      <IconButton label={t('nav.menu')} aria-haspopup="dialog" onClick={() => setOpenAt(key)}>
        <Menu size={22} aria-hidden />
      </IconButton>
      {Drawer && <Drawer open={openAt === key} onClose={() => setOpenAt(null)} />}
    </div>
  )
}

/** The bar on top of every page; it gains a ground and a line after 10 px of scrolling (S043). */
export function Navbar() {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const scrolled = useScrolled()

  return (
    <header className="sticky top-0 z-40">
      <DemoRibbon />

      <div
        data-scrolled={scrolled}
        className={join(
          'border-b transition-colors duration-200',
          scrolled
            ? 'scrolled border-line bg-ground/90 backdrop-blur-md'
            : 'border-transparent bg-ground',
        )}
      >
        <div className="page flex h-16 items-center gap-2">
          <Brand />
          <nav aria-label={t('nav.label')} className="ml-4 hidden items-center md:flex">
            <PageLinks />
          </nav>

          <div className="ml-auto flex items-center gap-1">
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
