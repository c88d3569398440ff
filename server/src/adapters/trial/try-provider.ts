import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'

import type { Config } from '../../platform/config/config.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createCaptcha } from '../captcha/create.ts'
import { createKeyAuth } from '../keyauth/keyauth.ts'
import { trialOf } from './trial-failures.ts'
import type { Given, TrialOptions } from './trial-given.ts'
import { tryDiscord } from './try-discord.ts'
import { tryMail } from './try-mail.ts'
import { tryCard, tryCrypto, tryPix } from './try-payments.ts'

const wholeMs = 15_000
const usualMs = 6_000

/**
 * Ask a provider something harmless that it answers to us alone. It ends in time whatever the other
 * side does, and its answer holds nothing of the credentials.
 */
export async function tryProvider(
  name: ProviderName,
  config: Config,
  options: TrialOptions,
): Promise<Trial> {
  const timeoutMs = options.timeoutMs ?? usualMs
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Trial>((done) => {
    timer = setTimeout(() => done(fails('silent')), wholeMs)
  })

  try {
    return await Promise.race([trials[name](config, { ...options, timeoutMs }), late])
  } catch (error) {
    return trialOf(error)
  } finally {
    clearTimeout(timer)
  }
}

const trials: Record<ProviderName, (config: Config, given: Given) => Promise<Trial>> = {
  pix: tryPix,
  card: tryCard,
  crypto: tryCrypto,
  mail: tryMail,
  discord: tryDiscord,
  keyauth: tryKeyAuth,
  captcha: tryCaptcha,
}

/** A key that stands nowhere is asked for in each application: the answer is none, but an answer. */
async function tryKeyAuth({ licences }: Config, { now, timeoutMs }: Given): Promise<Trial> {
  if (!licences) return fails('unexpected')

  const keyauth = createKeyAuth({ ...licences, timeoutMs }, now)
  const { multiloader, singleloader } = licences.sellerKeys
  const asked = multiloader === singleloader ? ['multiloader'] : ['multiloader', 'singleloader']
  for (const sellerType of asked)
    if (licences.sellerKeys[sellerType as 'multiloader'])
      await keyauth.read({ sellerType, key: 'chaveiro-0000' })

  return works
}

/** A solution that nobody made: the service refuses it, or the secret before it. */
async function tryCaptcha(config: Config, { now }: Given): Promise<Trial> {
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
