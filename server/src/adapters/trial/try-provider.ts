import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'

import type { Config } from '../../platform/config/config.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createCaptcha } from '../captcha/create.ts'
import { createKeyAuth } from '../keyauth/keyauth.ts'
import { trialOf } from './trial-failures.ts'
import type { TrialInput, TrialOptions } from './trial-given.ts'
import { tryDiscord } from './try-discord.ts'
import { tryMail } from './try-mail.ts'
import { tryCard, tryCrypto, tryPix } from './try-payments.ts'

const trialTimeoutMs = 15_000
const callTimeoutMs = 6_000

/**
 * Asks a provider something harmless that needs our credentials. Always ends within the timeout;
 * the result holds nothing of the credentials.
 */
export async function tryProvider(
  name: ProviderName,
  config: Config,
  options: TrialOptions,
): Promise<Trial> {
  const timeoutMs = options.timeoutMs ?? callTimeoutMs
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Trial>((done) => {
    timer = setTimeout(() => done(fails('silent')), trialTimeoutMs)
  })

  try {
    return await Promise.race([trials[name](config, { ...options, timeoutMs }), timeout])
  } catch (error) {
    return trialOf(error)
  } finally {
    clearTimeout(timer)
  }
}

const trials: Record<ProviderName, (config: Config, given: TrialInput) => Promise<Trial>> = {
  pix: tryPix,
  card: tryCard,
  crypto: tryCrypto,
  mail: tryMail,
  discord: tryDiscord,
  keyauth: tryKeyAuth,
  captcha: tryCaptcha,
}

/**
 * Reads a key that does not exist in each application: the answer is "unknown", but it is an
 * answer.
 */
async function tryKeyAuth({ licences }: Config, { now, timeoutMs }: TrialInput): Promise<Trial> {
  if (!licences) return fails('unexpected')

  const keyauth = createKeyAuth({ ...licences, timeoutMs }, now)
  const { multiloader, singleloader } = licences.sellerKeys
  const sellerTypes =
    multiloader === singleloader ? ['multiloader'] : ['multiloader', 'singleloader']
  for (const sellerType of sellerTypes)
    if (licences.sellerKeys[sellerType as 'multiloader'])
      await keyauth.read({ sellerType, key: 'chaveiro-0000' })

  return works
}

/** Verifies a made-up solution: the service refuses it, or the secret before it. */
async function tryCaptcha(config: Config, { now }: TrialInput): Promise<Trial> {
  const captcha = createCaptcha(config)
  if (captcha.name === 'altcha') return fails('unexpected')

  const verdict = await captcha.verify('chaveiro-trial', {
    action: 'login',
    ip: '203.0.113.1',
    now: now(),
  })

  if (verdict.kind !== 'unavailable') return works
  if (/secret|invalid-keys/.test(verdict.reason)) return fails('secret')

  return fails(verdict.reason.startsWith('status') ? 'out_of_order' : 'unreachable')
}
