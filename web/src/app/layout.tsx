import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'

import { LoadingScreen } from '../features/store/loading/loading-screen.tsx'
import { useLoadingPhase } from '../features/store/loading/loading.ts'
import { useMusicPlays } from '../features/store/music/playing.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { useIdle, useLate } from '../routing/late.ts'
import { scrollKey } from '../routing/scroll-key.ts'
import { useCart, useCartOpen, useCartTalk } from '../state/cart.ts'
import { BarSlot } from './bar-slot.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { skipClass } from './skip-class.ts'

/** The drawer's code comes when it is first opened, and stays. */
function CartSlot() {
  const Drawer = useLate(useCartOpen(), async () => {
    const [{ CartDrawer }] = await Promise.all([
      import('../features/store/cart/cart-drawer.tsx'),
      loadTexts('checkout'),
    ])
    return CartDrawer
  })
  if (!Drawer) return null

  return <Drawer />
}

/** The bar of a cart that holds something, likewise. */
function CartBarSlot() {
  const Bar = useLate(useCart().units > 0, () =>
    import('./cart-bar.tsx').then((module) => module.CartBar),
  )
  if (!Bar) return null

  return <Bar />
}

/** The question about a second currency, likewise. */
function ConflictSlot() {
  const { conflict } = useCartTalk()
  const Question = useLate(conflict !== null, () =>
    import('../features/store/cart/currency-dialog.tsx').then((module) => module.CurrencyDialog),
  )

  if (!Question) return null

  return <Question />
}

/**
 * What counts the visit, and the backdrop, wait until the browser has nothing better to do; the
 * backdrop until the loading screen is over, too.
 */
function IdleSlots() {
  const idle = useIdle()
  const Visit = useLate(idle, () => import('./idle.ts').then((module) => module.Visit))
  const Backdrop = useLate(useLoadingPhase() === 'over' && idle, () =>
    import('./idle.ts').then((module) => module.Backdrop),
  )

  return (
    <>
      {Visit && <Visit />}
      {Backdrop && <Backdrop />}
    </>
  )
}

/** What stops the music comes when there is some. */
function MusicPauseSlot() {
  const Pause = useLate(useMusicPlays(), () =>
    import('./idle.ts').then((module) => module.MusicPause),
  )
  if (!Pause) return null

  return <Pause />
}

/** While the loading screen is up, what lies beneath takes neither clicks nor focus. */
function Beneath({ children }: { children: ReactNode }) {
  const phase = useLoadingPhase()
  return (
    <div className="contents" inert={phase === 'on' || phase === 'hidden'}>
      {children}
    </div>
  )
}

/** A thin line on top while the next page's code is on its way. */
function Progress() {
  const { state } = useNavigation()
  if (state !== 'loading') return null

  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late">
      <div className="size-full animate-breathe bg-accent" />
    </div>
  )
}

/**
 * Moves the focus to the new page's main part after each navigation, so that a screen reader and
 * the keyboard start there.
 */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const first = useRef(pathname)

  // At once: a frame later it could take the focus from who types already.
  useLayoutEffect(() => {
    if (first.current === pathname) return

    first.current = ''
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return main
}

/**
 * The frame of every page: skip link, navbar, the page, footer, cart drawer; backdrop behind,
 * loading screen before.
 */
export function Layout() {
  const { t } = useTranslation()
  const main = useFocusOnNavigation()

  return (
    <>
      <Beneath>
        <MusicPauseSlot />
        <a href="#main" className={skipClass}>
          {t('nav.skip')}
        </a>
        <Progress />
        <BarSlot />
        <Navbar />

        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="flex min-h-svh flex-1 flex-col outline-none"
        >
          <Outlet />
        </main>

        <Footer />
        <OfflineBar />
        <CartBarSlot />
        <CartSlot />
        <ConflictSlot />
      </Beneath>

      <IdleSlots />
      <LoadingScreen />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}
