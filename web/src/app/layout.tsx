import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useCartOpen } from '../lib/cart.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { OfflineBar } from './offline-bar.tsx'

const CartDrawer = lazy(() => import('../features/store/cart/cart-drawer.tsx').then((module) => ({ default: module.CartDrawer })))

/** The drawer's code comes when it is first opened, and stays. */
function CartSlot() {
  const open = useCartOpen()
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted ? <Suspense fallback={null}><CartDrawer /></Suspense> : null
}

/** A thin line on top while the next page's code is on its way. */
function Progress() {
  const { state } = useNavigation()
  return state === 'loading' ? <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late"><div className="size-full animate-breathe bg-accent" /></div> : null
}

/** Moves the focus to the new page's main part after each navigation, so that a screen reader and the keyboard start there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The frame of every page: skip link, navbar, the page, footer, cart drawer. */
export function Layout() {
  const { t } = useTranslation()
  const main = useFocusOnNavigation()
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent">{t('nav.skip')}</a>
      <Progress />
      <Navbar />
      <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none"><Outlet /></main>
      <Footer />
      <OfflineBar />
      <CartSlot />
      <ScrollRestoration />
    </>
  )
}
