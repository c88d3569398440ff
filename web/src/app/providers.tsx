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

/** The icon in the browser's tab comes from the settings (S018). */
function useFavicon(): void {
  const { siteFavicon } = useSite()
  useEffect(() => {
    if (/^(?:https?:\/\/|\/)/i.test(siteFavicon))
      document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', siteFavicon)
  }, [siteFavicon])
}

/**
 * A token without user data gets its user from the server (Q05); a cart left behind by a failed
 * sync is given again.
 */
function useSessionCare(): void {
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
    // Nearly nobody has one: its code comes for whoever does.
    if (loggedIn && readLocalCart().length)
      import('../state/cart-sync.ts').then(
        ({ syncLocalCart }) => syncLocalCart(),
        (error: unknown) => console.warn('cart', error),
      )
  }, [loggedIn])

  useEffect(() => {
    // A token that does not decode is the guard's to judge; asking with it would only end at the
    // login page.
    if (!token || user || !decodeToken(token)) return
    call(api.accounts.dashboard).then(
      ({ data }) => storeUser(data.user),
      (error: unknown) => console.warn('session', error),
    )
  }, [token, user])
}

function Captcha({ children }: { children: ReactNode }) {
  return <CaptchaContext value={useSite().store.captcha}>{children}</CaptchaContext>
}

/**
 * Says that the page is taken over: presses that came before are done now (public/theme.js), and
 * tests may begin.
 */
function useReady(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.dispatchEvent(new Event('chaveiro:ready'))
  }, [])
}

/** A browser that refuses to copy: what to do instead. */
function useRefusedCopies(): void {
  const { t } = useTranslation()
  useEffect(() => {
    window.oncopyrefused = () => toast(t('copy.refused'), 'bad')
  }, [t])
}

function Care() {
  useRefusedCopies()
  useSessionCare()
  useFavicon()
  useReady()

  return null
}

/**
 * Everything the pages stand on: texts, server cache, captcha, toasts; around the router, in the
 * browser and on the server alike.
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
          <Captcha>
            <Care />
            {children}
            <Toaster />
          </Captcha>
        </MusicContext>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
