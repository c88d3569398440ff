import { staffRoles } from '@chaveiro/contracts/limits'
import { Menu, Search } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { scrollKey } from '../../../routing/scroll-key.ts'
import { useSession } from '../../../state/session.ts'
import { useSite } from '../../../state/site.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Banner } from '../components/banner.tsx'
import { Questions } from '../components/confirm.tsx'
import { Modal } from '../components/modal.tsx'
import { Palette } from '../components/palette.tsx'
import { usePaletteKey, useShortcuts } from '../components/shortcuts.ts'
import { StepUp } from '../components/step-up.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useCommands } from './commands.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FootNavigation } from './foot-bar.tsx'
import { KeysDialog, useShellKeys } from './keys.tsx'
import { BrandLink, PaletteButton, SectionLinks } from './sidebar.tsx'
import { paletteSources } from './sources.tsx'
import { TwoFactorDemand } from './two-factor-demand.tsx'
import { WaitingLinks } from './waiting.tsx'

function LoadingBar() {
  const { state } = useNavigation()
  if (state !== 'loading') return null

  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late">
      <div className="size-full animate-breathe bg-accent" />
    </div>
  )
}

/** Foot of the menu: the user's menu and the shop's name (Q108). */
function PersonFooter({ onKeys }: { onKeys(): void }) {
  const { t } = useTranslation('common')
  const { siteName } = useSite()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-2 low:pt-1">
      <AccountMenu onKeys={onKeys} />
      <p className="px-1.5 text-xs text-muted">
        {t('footer.copyright', { year: new Date().getFullYear(), site: siteName })}
      </p>
    </div>
  )
}

/** A phone's menu, closed by any navigation. */
function useDrawer() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)

  return { isOpen: openAt === key, open: () => setOpenAt(key), close: () => setOpenAt(null) }
}

function PhoneHeader({
  drawer: menuDrawer,
  onPalette,
  onKeys,
}: {
  drawer: ReturnType<typeof useDrawer>
  onPalette(): void
  onKeys(): void
}) {
  const { t } = useTranslation(['admin', 'common'])
  return (
    <header className="sticky top-0 z-40 flex h-14 items-center gap-1 border-b border-line bg-ground/95 px-3 backdrop-blur-md lg:hidden">
      <IconButton label={t('shell.menu')} aria-haspopup="dialog" onClick={menuDrawer.open}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <BrandLink />
      <IconButton label={t('palette.open')} className="ml-auto" onClick={onPalette}>
        <Search size={19} aria-hidden />
      </IconButton>

      <Modal side open={menuDrawer.isOpen} onClose={menuDrawer.close} title={t('shell.menu')}>
        <div className="grid gap-5">
          <WaitingLinks />
          <SectionLinks />
          <PersonFooter onKeys={onKeys} />
        </div>
      </Modal>
    </header>
  )
}

function DemoRibbon() {
  const { t } = useTranslation('common')
  if (!useSite().store.demo) return null

  return (
    <aside aria-label={t('nav.demo')}>
      <a
        href={paths.sandbox}
        className="block px-4 py-1 text-center text-xs font-semibold text-ink test-bar hover:underline"
      >
        {t('nav.demo')}
      </a>
    </aside>
  )
}

function useFocusOnSection() {
  const mainElement = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const firstPathname = useRef(pathname)

  // In a layout effect: a frame later the focus could leave a field in which the person types.
  useLayoutEffect(() => {
    if (firstPathname.current === pathname) return

    firstPathname.current = ''
    mainElement.current?.focus({ preventScroll: true })
  }, [pathname])

  return mainElement
}

const skipLink =
  'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md ' +
  'focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent'

function ShellFrame() {
  const { t } = useTranslation(['admin', 'common'])
  const [palette, setPalette] = useState(false)
  const [keysShown, setKeysShown] = useState(false)
  const menuDrawer = useDrawer()
  const mainRegion = useFocusOnSection()
  const paletteCommands = useCommands()
  usePaletteKey(useCallback(() => setPalette(true), []))
  useShortcuts(useShellKeys(useCallback(() => setKeysShown(true), [])))

  return (
    <>
      <a href="#main" className={skipLink}>
        {t('common:nav.skip')}
      </a>
      <LoadingBar />

      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-3 border-r border-line px-2.5 py-3 lg:flex low:gap-1.5 low:py-1.5">
          <BrandLink />
          <PaletteButton onOpen={() => setPalette(true)} />
          <WaitingLinks />
          <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-2 low:pb-0">
            <SectionLinks />
          </div>
          <PersonFooter onKeys={() => setKeysShown(true)} />
        </aside>

        <div className="flex min-w-0 flex-1 flex-col">
          <DemoRibbon />

          <PhoneHeader
            drawer={menuDrawer}
            onPalette={() => setPalette(true)}
            onKeys={() => setKeysShown(true)}
          />

          <main
            id="main"
            ref={mainRegion}
            tabIndex={-1}
            // Room below the last row, so that it can scroll out from under an undo toast.
            className="mx-auto grid w-full max-w-[90rem] min-w-0 content-start gap-4 px-4 pt-5 pb-24 outline-none max-md:flex-1 max-md:pt-3 sm:px-6 lg:pt-6"
          >
            <Banner />
            <TwoFactorDemand>
              <FirstSteps />
              <Outlet />
            </TwoFactorDemand>
          </main>

          <FootNavigation onMore={menuDrawer.open} />
        </div>
      </div>

      <Palette
        open={palette}
        onClose={() => setPalette(false)}
        commands={paletteCommands}
        sources={paletteSources}
      />

      <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
      <Questions />
      <StepUp />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/**
 * Frame of the back office. Without a stored user it redirects to login, without a staff role to
 * the home page (B016, Q01). That only decides what is displayed; the server decides what is
 * allowed.
 */
export function Shell() {
  const { user } = useSession()
  if (!user) return <Navigate to={paths.login} replace />

  if (staffRoles.includes(user.role)) return <ShellFrame />

  return <Navigate to={paths.home} replace />
}
