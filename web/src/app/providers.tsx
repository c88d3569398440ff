import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { useEffect, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'

import { api, call } from '../api/call.ts'
import { CaptchaContext } from '../api/captcha.ts'
import { queryClient } from '../api/queries.ts'
import { MusicContext } from '../features/store/music/playing.ts'
import { goTo } from '../routing/navigation.ts'
import { needsSession, paths } from '../routing/paths.ts'
import { resetCart } from '../state/cart.ts'
import { readLocalCart } from '../state/local-cart.ts'
import { decodeToken, onLogout, storeUser, useSession } from '../state/session.ts'
import { useSite } from '../state/site.ts'
import { toast, Toaster } from '../ui/toast.tsx'

/** Sets the tab's icon from the settings (S018). */
function useFavicon(): void {
  const { siteFavicon } = useSite()
  useEffect(() => {
    if (/^(?:https?:\/\/|\/)/i.test(siteFavicon))
      document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', siteFavicon)
  }, [siteFavicon])
}

/**
 * Loads the user for a token without user data (Q05), and syncs a local cart whose sync failed
 * earlier. A logout clears all cached data except the settings.
 */
function useSessionSync(): void {
  const { token, user, loggedIn } = useSession()

  useEffect(
    () =>
      onLogout((elsewhere) => {
        if (elsewhere && needsSession(window.location.pathname)) void goTo(paths.login)
        queryClient.removeQueries({
          predicate: ({ queryKey }) => queryKey[0] !== api.settings.publicSettings.path,
        })
        resetCart()
      }),
    [],
  )

  useEffect(() => {
    // Few customers have a local cart, so the code is imported on demand.
    if (loggedIn && readLocalCart().length)
      import('../state/cart-sync.ts').then(
        ({ syncLocalCart }) => syncLocalCart(),
        (error: unknown) => console.warn('cart', error),
      )
  }, [loggedIn])

  useEffect(() => {
    // The guard handles a token that does not decode; a request with it would only end at the login
    // page.
    if (!token || user || !decodeToken(token)) return
    call(api.accounts.dashboard).then(
      ({ data }) => storeUser(data.user),
      (error: unknown) => console.warn('session', error),
    )
  }, [token, user])
}

function CaptchaProvider({ children }: { children: ReactNode }) {
  return <CaptchaContext value={useSite().store.captcha}>{children}</CaptchaContext>
}

/** Marks the page as hydrated: public/theme.js replays earlier presses, and tests wait for it. */
function useReadySignal(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.dispatchEvent(new Event('chaveiro:ready'))
  }, [])
}

/** A toast for when the browser refuses to copy. */
function useCopyRefusalToast(): void {
  const { t } = useTranslation()
  useEffect(() => {
    window.oncopyrefused = () => toast(t('copy.refused'), 'bad')
  }, [t])
}

function AppEffects() {
  useCopyRefusalToast()
  useSessionSync()
  useFavicon()
  useReadySignal()

  return null
}

/**
 * Providers around the router, in the browser and on the server: texts, query cache, captcha,
 * toasts.
 */
export function Providers({
  texts,
  client,
  children,
}: {
  texts: i18n
  client: QueryClient
  children: ReactNode
}) {
  return (
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={client}>
        <MusicContext value={true}>
          <CaptchaProvider>
            <AppEffects />
            {children}
            <Toaster />
          </CaptchaProvider>
        </MusicContext>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
