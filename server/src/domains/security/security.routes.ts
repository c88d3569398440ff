import type { Api } from '@chaveiro/contracts'

import type { Handlers } from '../../platform/http/mount.ts'

export const captchaRoutes: Handlers<Api['captcha']> = {
  async challenge(app, { query, caller }) {
    await app.limits.count('challenge', caller.ip)
    const { captcha } = app.providers
    if (captcha.name !== 'altcha')
      return { success: true as const, provider: captcha.name, siteKey: captcha.siteKey }

    return {
      success: true as const,
      provider: 'altcha' as const,
      challenge: await captcha.challenge(query.action, app.clock.now()),
    }
  },
}
