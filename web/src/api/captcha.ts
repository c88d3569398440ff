import type { CaptchaAction } from '@chaveiro/contracts/limits'
import { createContext, useContext } from 'react'

import { fetchCode } from '../routing/code.ts'

/** Site key of the shop's captcha service (S024). */
export const CaptchaContext = createContext<{ siteKey: string } | null>(null)

/** `execute(action)` returns a token or null. Throws outside of CaptchaContext. */
export function useCaptcha(): { execute(action: CaptchaAction): Promise<string | null> } {
  const captchaContext = useContext(CaptchaContext)
  if (!captchaContext) throw new Error('useCaptcha must be used within CaptchaContext')

  return {
    execute: async (action) =>
      (await fetchCode(() => import('./captcha-token.ts'))).captchaToken(
        action,
        captchaContext.siteKey,
      ),
  }
}
