import type { CaptchaAction } from '@chaveiro/contracts/limits'

import { api, call } from './call.ts'

type Altcha = typeof import('altcha/lib')
type Challenge = Parameters<Altcha['solveChallengeWorkers']>[0]['challenge']
type Turnstile = { render(box: HTMLElement, options: Record<string, unknown>): string }

type ReCaptcha = {
  ready(work: () => void): void
  execute(key: string, options: { action: string }): Promise<string>
}

/**
 * Solve a proof of work in workers, away from the page; the answer is what the server's altcha
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

const scripts = new Map<string, Promise<void>>()

/**
 * Load a captcha service's script once, only when the server asks for it; a failed load may be
 * tried again.
 */
function loadScript(src: string): Promise<void> {
  const loading =
    scripts.get(src) ??
    new Promise<void>((resolve, reject) => {
      const tag = document.createElement('script')
      tag.src = src
      tag.onload = () => resolve()

      tag.onerror = () => {
        scripts.delete(src)
        tag.remove()
        reject(new Error(`${src} did not load`))
      }

      document.head.append(tag)
    })

  scripts.set(src, loading)

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
  const box = document.body.appendChild(document.createElement('div'))

  return new Promise<string>((resolve, reject) => {
    turnstile.render(box, {
      sitekey: siteKey,
      action,
      callback: resolve,
      'error-callback': () => reject(new Error('turnstile refused')),
    })
  }).finally(() => box.remove())
}

/**
 * A fresh token for one act, or null when none can be had; the caller then shows 'reCAPTCHA não
 * disponível. Recarregue a página.'
 */
export async function captchaToken(action: CaptchaAction, siteKey: string): Promise<string | null> {
  try {
    const answer = await call(api.captcha.challenge, { query: { action } })
    if (answer.provider === 'altcha') return await solveAltcha(answer.challenge as Challenge)

    const key = siteKey || answer.siteKey

    return answer.provider === 'turnstile'
      ? await executeTurnstile(key, action)
      : await executeReCaptcha(key, action)
  } catch (error) {
    console.warn('captcha', error)
    return null
  }
}
