import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'

import type { Config } from '../../platform/config/config.ts'
import { failedTrial, passedTrial, type Trial } from '../../ports/trial.ts'
import { createCaptcha } from '../captcha/create.ts'
import { createKeyAuth } from '../keyauth/keyauth.ts'
import { trialOfError } from './trial-failures.ts'
import type { TrialInput, TrialOptions } from './trial-given.ts'
import { tryDiscord } from './try-discord.ts'
import { tryMailServer } from './try-mail.ts'
import { tryCardProvider, tryCrypto, tryPixProvider } from './try-payments.ts'

const trialTimeoutMs = 15_000
const callTimeoutMs = 6_000

/**
 * Makes harmless calls to a provider that need our credentials. Always ends within the timeout; the
 * result contains no credentials.
 */
export async function tryProvider(
  name: ProviderName,
  config: Config,
  options: TrialOptions,
): Promise<Trial> {
  const timeoutMs = options.timeoutMs ?? callTimeoutMs
  let trialTimer: NodeJS.Timeout | undefined
  const trialTimeout = new Promise<Trial>((done) => {
    trialTimer = setTimeout(() => done(failedTrial('silent')), trialTimeoutMs)
  })

  try {
    return await Promise.race([
      trialsByProvider[name](config, { ...options, timeoutMs }),
      trialTimeout,
    ])
  } catch (error) {
    return trialOfError(error)
  } finally {
    clearTimeout(trialTimer)
  }
}

const trialsByProvider: Record<
  ProviderName,
  (config: Config, given: TrialInput) => Promise<Trial>
> = {
  pix: tryPixProvider,
  card: tryCardProvider,
  crypto: tryCrypto,
  mail: tryMailServer,
  discord: tryDiscord,
  keyauth: tryKeyAuth,
  captcha: tryCaptcha,
}

/**
 * Reads a key that does not exist in each application: even the answer "unknown" shows that the
 * credentials work.
 */
async function tryKeyAuth({ licences }: Config, { now, timeoutMs }: TrialInput): Promise<Trial> {
  if (!licences) return failedTrial('unexpected')

  const keyAuthProvider = createKeyAuth({ ...licences, timeoutMs }, now)
  const { multiloader, singleloader } = licences.sellerKeys
  const sellerTypes =
    multiloader === singleloader ? ['multiloader'] : ['multiloader', 'singleloader']
  for (const sellerType of sellerTypes)
    if (licences.sellerKeys[sellerType as 'multiloader'])
      await keyAuthProvider.read({ sellerType, key: 'chaveiro-0000' })

  return passedTrial
}

/**
 * Verifies an invented solution. The service refuses a wrong secret before it judges the solution.
 */
async function tryCaptcha(config: Config, { now }: TrialInput): Promise<Trial> {
  const captchaProvider = createCaptcha(config)
  if (captchaProvider.name === 'altcha') return failedTrial('unexpected')

  const captchaVerdict = await captchaProvider.verify('chaveiro-trial', {
    action: 'login',
    ip: '203.0.113.1',
    now: now(),
  })

  if (captchaVerdict.kind !== 'unavailable') return passedTrial
  if (/secret|invalid-keys/.test(captchaVerdict.reason)) return failedTrial('secret')

  return failedTrial(captchaVerdict.reason.startsWith('status') ? 'out_of_order' : 'unreachable')
}
