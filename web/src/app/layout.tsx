import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { LoadingScreen } from '../features/store/loading/loading-screen.tsx'
import { useLoadingPhase } from '../features/store/loading/loading.ts'
import { useMusicPlays } from '../features/store/music/playing.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { useIdle, useLate } from '../routing/late.ts'
import { useCart, useCartOpen, useCartTalk } from '../state/cart.ts'
import { BarSlot } from './bar-slot.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { OfflineBar } from './offline-bar.tsx'

/** The drawer's code comes when it is first opened, and stays. */
function CartSlot() {
  const Drawer = useLate(useCartOpen(), async () => {
    const [{ CartDrawer }] = await Promise.all([
      import('../features/store/cart/cart-drawer.tsx'),
      loadTexts('checkout'),
    ])
    return CartDrawer
  })
  return Drawer ? <Drawer /> : null
}

/** The bar of a cart that holds something, likewise. */
function CartBarSlot() {
  const Bar = useLate(useCart().units > 0, () =>
    import('./cart-bar.tsx').then((module) => module.CartBar),
  )
  return Bar ? <Bar /> : null
}

/** The question about a second currency, likewise. */
function ConflictSlot() {
  const { conflict } = useCartTalk()
  const Question = useLate(conflict !== null, () =>
    import('../features/store/cart/currency-dialog.tsx').then((module) => module.CurrencyDialog),
  )
  return Question ? <Question /> : null
}

/** What counts the visit likewise waits for an idle browser. */
function VisitSlot() {
  const Visit = useLate(useIdle(), () => import('./visit.tsx').then((module) => module.Visit))
  return Visit ? <Visit /> : null
}

/** The backdrop waits until the loading screen is over and the browser has nothing better to do. */
function BackdropSlot() {
  const idle = useIdle()
  const Backdrop = useLate(useLoadingPhase() === 'over' && idle, () =>
    import('../features/store/backdrop/backdrop.tsx').then((module) => module.Backdrop),
  )
  return Backdrop ? <Backdrop /> : null
}

/**
 * Whoever hears music they did not ask for finds its off switch first, with the keyboard too (WCAG
 * 1.4.2).
 */
function MusicPause() {
  const { t } = useTranslation()
  const plays = useMusicPlays()
  const pause = () => {
    void import('../features/store/music/sound.ts').then(({ pauseMusic, rememberChoice }) => {
      rememberChoice('off')
      pauseMusic()
    })
  }
  return plays ? (
    <button type="button" className={skipClass} onClick={pause}>
      {t('music.pause')}
    </button>
  ) : null
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

const skipClass =
  'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 ' +
  'focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent'

/** A thin line on top while the next page's code is on its way. */
function Progress() {
  const { state } = useNavigation()
  return state === 'loading' ? (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late">
      <div className="size-full animate-breathe bg-accent" />
    </div>
  ) : null
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
        <MusicPause />
        <a href="#main" className={skipClass}>
          {t('nav.skip')}
        </a>
        <Progress />
        <BarSlot />
        <Navbar />
        <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Outlet />
        </main>
        <Footer />
        <OfflineBar />
        <CartBarSlot />
        <CartSlot />
        <ConflictSlot />
      </Beneath>
      <VisitSlot />
      <BackdropSlot />
      <LoadingScreen />
      <ScrollRestoration />
    </>
  )
}
