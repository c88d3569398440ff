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
import { AnnouncementBarSlot } from './bar-slot.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { skipClass } from './skip-class.ts'

/** Imports the cart drawer when it is first opened. */
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

/** Imports the cart bar when the cart has units. */
function CartBarSlot() {
  const CartBar = useLate(useCart().units > 0, () =>
    import('./cart-bar.tsx').then((module) => module.CartBar),
  )
  if (!CartBar) return null

  return <CartBar />
}

/** Imports the dialog about a second currency when there is a conflict. */
function ConflictSlot() {
  const { conflict } = useCartTalk()
  const CurrencyDialog = useLate(conflict !== null, () =>
    import('../features/store/cart/currency-dialog.tsx').then((module) => module.CurrencyDialog),
  )

  if (!CurrencyDialog) return null

  return <CurrencyDialog />
}

/**
 * The visit counter and the backdrop wait until the browser is idle, the backdrop also until the
 * loading screen is over.
 */
function IdleSlots() {
  const isIdle = useIdle()
  const VisitCounter = useLate(isIdle, () => import('./idle.ts').then((module) => module.Visit))
  const IdleBackdrop = useLate(useLoadingPhase() === 'over' && isIdle, () =>
    import('./idle.ts').then((module) => module.Backdrop),
  )

  return (
    <>
      {VisitCounter && <VisitCounter />}
      {IdleBackdrop && <IdleBackdrop />}
    </>
  )
}

/** Imports the pause button while music plays. */
function MusicPauseSlot() {
  const PauseButton = useLate(useMusicPlays(), () =>
    import('./idle.ts').then((module) => module.MusicPause),
  )
  if (!PauseButton) return null

  return <PauseButton />
}

/** Makes the page inert while the loading screen covers it. */
function InertWhileLoading({ children }: { children: ReactNode }) {
  const loadingPhase = useLoadingPhase()
  return (
    <div className="contents" inert={loadingPhase === 'on' || loadingPhase === 'hidden'}>
      {children}
    </div>
  )
}

/** A thin line at the top while the next page's code loads. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state !== 'loading') return null

  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late">
      <div className="size-full animate-breathe bg-accent" />
    </div>
  )
}

/**
 * Moves the focus to the main part after each navigation, so that screen readers and the keyboard
 * start there.
 */
function useFocusOnNavigation() {
  const mainRef = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const firstPath = useRef(pathname)

  // In a layout effect: one animation frame later it could take the focus from a field in use.
  useLayoutEffect(() => {
    if (firstPath.current === pathname) return

    firstPath.current = ''
    mainRef.current?.focus({ preventScroll: true })
  }, [pathname])

  return mainRef
}

/**
 * Layout of every page: skip link, navbar, page, footer, cart drawer; backdrop behind, loading
 * screen in front.
 */
export function Layout() {
  const { t } = useTranslation()
  const mainRef = useFocusOnNavigation()

  return (
    <>
      <InertWhileLoading>
        <MusicPauseSlot />
        <a href="#main" className={skipClass}>
          {t('nav.skip')}
        </a>
        <NavigationProgress />
        <AnnouncementBarSlot />
        <Navbar />

        <main
          id="main"
          ref={mainRef}
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
      </InertWhileLoading>

      <IdleSlots />
      <LoadingScreen />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}
