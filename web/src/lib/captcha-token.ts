import type { CaptchaAction } from '@chaveiro/contracts/limits'
import { api, call } from './call.ts'
import { siteSettings } from './site.ts'

type Altcha = typeof import('altcha/lib')
type Challenge = Parameters<Altcha['solveChallengeWorkers']>[0]['challenge']
type ReCaptcha = { ready(work: () => void): void; execute(key: string, options: { action: string }): Promise<string> }

/** Solve a proof of work in workers, away from the page; the answer is what the server's altcha expects. */
async function solveAltcha(challenge: Challenge): Promise<string | null> {
  const [{ solveChallengeWorkers }, { default: Pbkdf2Worker }] = await Promise.all([import('altcha/lib'), import('altcha/workers/pbkdf2?worker')])
  const solution = await solveChallengeWorkers({ challenge, concurrency: Math.min(4, navigator.hardwareConcurrency || 2), createWorker: () => new Pbkdf2Worker() })
  if (!solution) return null
  return btoa(JSON.stringify({ challenge: { parameters: challenge.parameters, signature: challenge.signature }, solution }))
}

let script: Promise<ReCaptcha> | null = null

/** Load reCAPTCHA v3 once, only when the server asks for it. */
function loadReCaptcha(siteKey: string): Promise<ReCaptcha> {
  script ??= new Promise<ReCaptcha>((resolve, reject) => {
    const tag = document.createElement('script')
    tag.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    tag.async = true
    tag.onload = () => { const loaded = (window as unknown as { grecaptcha: ReCaptcha }).grecaptcha; loaded.ready(() => resolve(loaded)) }
    tag.onerror = () => { script = null; reject(new Error('reCAPTCHA did not load')) }
    document.head.append(tag)
  })
  return script
}

/** A fresh token for one act, or null when none can be had; the caller then shows 'reCAPTCHA não disponível. Recarregue a página.' */
export async function captchaToken(action: CaptchaAction, siteKey: string): Promise<string | null> {
  try {
    const answer = await call(api.captcha.challenge, { query: { action } })
    if (answer.provider === 'altcha') return await solveAltcha(answer.challenge as Challenge)
    const service = await loadReCaptcha(siteKey || answer.siteKey || (await siteSettings()).store.captcha.siteKey)
    return await service.execute(answer.siteKey, { action })
  } catch (error) {
    console.warn('captcha', error)
    return null
  }
}
