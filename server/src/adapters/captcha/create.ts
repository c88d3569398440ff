import type { Config } from '../../platform/config/config.ts'
import type { Captcha } from '../../ports/captcha.ts'
import { createAltcha } from './altcha.ts'
import { createSiteverify } from './siteverify.ts'

/** The captcha service that the configuration names; ALTCHA when that service has no keys (Q17). */
export function createCaptcha(config: Config): Captcha {
  const { captcha, publicUrl, storeSecret, olderSecrets } = config
  const hostnames = [new URL(publicUrl).hostname, ...captcha.hostnames]

  if (captcha.provider === 'recaptcha' && captcha.recaptcha.siteKey && captcha.recaptcha.secret) {
    return createSiteverify({
      name: 'recaptcha',
      siteKey: captcha.recaptcha.siteKey,
      secret: captcha.recaptcha.secret,
      hostnames,
      url: `${captcha.recaptcha.baseUrl ?? 'https://www.google.com'}/recaptcha/api/siteverify`,
    })
  }

  if (captcha.provider === 'turnstile' && captcha.turnstile.siteKey && captcha.turnstile.secret) {
    return createSiteverify({
      name: 'turnstile',
      siteKey: captcha.turnstile.siteKey,
      secret: captcha.turnstile.secret,
      hostnames,
      url: `${captcha.turnstile.baseUrl ?? 'https://challenges.cloudflare.com'}/turnstile/v0/siteverify`,
    })
  }

  return createAltcha({ storeSecret, olderSecrets, cost: captcha.cost })
}
