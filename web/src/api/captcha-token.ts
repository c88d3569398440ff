import type { CaptchaAction } from '@chaveiro/contracts/limits'

import { api, call } from './call.ts'

type Altcha = typeof import('altcha/lib')
type Challenge = Parameters<Altcha['solveChallengeWorkers']>[0]['challenge']
type Turnstile = { render(container: HTMLElement, options: Record<string, unknown>): string }

type ReCaptcha = {
  ready(work: () => void): void
  execute(effectiveSiteKey: string, options: { action: string }): Promise<string>
}

/**
 * Solves a proof of work in web workers; returns the payload that the server's altcha check
 * expects.
 */
async function solveAltcha(challenge: Challenge): Promise<string | null> {
  const [{ solveChallengeWorkers }, { default: Pbkdf2Worker }] = await Promise.all([
    import('altcha/lib'),
    import('altcha/workers/pbkdf2?worker'),
  ])

  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 2),
    createWorker: () => new Pbkdf2Worker(),
  })

  if (!solution) return null

  return btoa(
    JSON.stringify({
      challenge: { parameters: challenge.parameters, signature: challenge.signature },
      solution,
    }),
  )
}

const scriptLoads = new Map<string, Promise<void>>()

/** Loads the script of a captcha service on first use. A failed load may be retried. */
function loadScript(src: string): Promise<void> {
  const loading =
    scriptLoads.get(src) ??
    new Promise<void>((resolve, reject) => {
      const scriptTag = document.createElement('script')
      scriptTag.src = src
      scriptTag.onload = () => resolve()

      scriptTag.onerror = () => {
        scriptLoads.delete(src)
        scriptTag.remove()
        reject(new Error(`${src} did not load`))
      }

      document.head.append(scriptTag)
    })

  scriptLoads.set(src, loading)

  return loading
}

async function executeReCaptcha(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadScript(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`)
  const { grecaptcha } = window as unknown as { grecaptcha: ReCaptcha }
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))

  return grecaptcha.execute(siteKey, { action })
}

async function executeTurnstile(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
  const { turnstile } = window as unknown as { turnstile: Turnstile }
  const container = document.body.appendChild(document.createElement('div'))

  return new Promise<string>((resolve, reject) => {
    turnstile.render(container, {
      sitekey: siteKey,
      action,
      callback: resolve,
      'error-callback': () => reject(new Error('turnstile refused')),
    })
  }).finally(() => container.remove())
}

/**
 * A new token for one action, or null if the captcha fails. The caller then shows 'reCAPTCHA não
 * disponível. Recarregue a página.'
 */
export async function captchaToken(action: CaptchaAction, siteKey: string): Promise<string | null> {
  try {
    const captchaChallenge = await call(api.captcha.challenge, { query: { action } })
    if (captchaChallenge.provider === 'altcha')
      return await solveAltcha(captchaChallenge.challenge as Challenge)

    const effectiveSiteKey = siteKey || captchaChallenge.siteKey

    if (captchaChallenge.provider === 'turnstile')
      return await executeTurnstile(effectiveSiteKey, action)

    return await executeReCaptcha(effectiveSiteKey, action)
  } catch (error) {
    console.warn('captcha', error)
    return null
  }
}
