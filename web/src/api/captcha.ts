import type { CaptchaAction } from '@chaveiro/contracts/limits'
import { createContext, useContext } from 'react'

import { fetchCode } from '../routing/code.ts'

/** The site key of the captcha service around the app (S024). */
export const CaptchaContext = createContext<{ siteKey: string } | null>(null)

/** `execute(action)` answers a token or null; works inside the provider only. */
export function useCaptcha(): { execute(action: CaptchaAction): Promise<string | null> } {
  const context = useContext(CaptchaContext)
  if (!context) throw new Error('useCaptcha must be used within CaptchaContext')

  return {
    execute: async (action) =>
      (await fetchCode(() => import('./captcha-token.ts'))).captchaToken(action, context.siteKey),
  }
}
