import { randomText } from './ids.ts'
import { Refusal } from './refusal.ts'
import type { State } from './state.ts'

/**
 * A fault for the next matching calls. `path` is a glob with *; for webhooks it matches the event
 * type.
 */
type Fault = {
  id: string
  provider: string
  method: string
  path: string
  times: number
  do: string
}

/** A call or a webhook that is matched with faults; a webhook's path is its event type. */
type Met = { provider: string; method: string; path: string; webhook: boolean }

export type CallFault =
  | { kind: 'status'; status: number }
  | { kind: 'timeout' | 'reset' | 'commit-then-timeout' | 'commit-then-reset' }
  | { kind: 'delay'; ms: number }

type WebhookFault =
  | { kind: 'drop' }
  | { kind: 'duplicate' }
  | { kind: 'delay'; ms: number }
  | { kind: 'reorder' }

/** Alternative names of providers in tests, for example those in the store's paths. */
const PROVIDER_ALIASES: Record<string, string> = {
  pix: 'efi',
  efybank: 'efi',
  efí: 'efi',
  card: 'stripe',
  crypto: 'binance',
  recaptcha: 'captcha',
  turnstile: 'captcha',
  smtp: 'mail',
  mailbox: 'mail',
  chat: 'discord',
  licences: 'keyauth',
}

export const providerName = (name: string): string =>
  PROVIDER_ALIASES[name.toLowerCase()] ?? name.toLowerCase()

/** All providers by name; faults accept only these names. */
const PROVIDER_NAMES = [
  'stripe',
  'efi',
  'binance',
  'captcha',
  'mail',
  'keyauth',
  'discord',
] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]
const PROVIDERS: readonly string[] = [...PROVIDER_NAMES, '*']
const DEFAULT_DELAY_MS = 3000

/** Pending faults, oldest first; they survive a restart of the sandbox. */
export type Faults = {
  add(input: unknown): Fault[]
  clear(): void
  list(): Fault[]
  /** Uses up one occurrence of the first fault that matches a call; null if none matches. */
  takeCall(provider: string, method: string, path: string): CallFault | null
  takeWebhook(provider: string, type: string): WebhookFault | null
}

/** Opens the list of faults in the state. */
export function openFaults(state: State): Faults {
  const faultTable = state.table<Fault>('faults')

  const takeMatch = (met: Met): Fault | null => {
    const fault = faultTable.find((one) => matchesFault(one, met))
    if (!fault) return null

    if (fault.times <= 1) faultTable.remove(fault.id)
    else faultTable.save({ ...fault, times: fault.times - 1 })

    return fault
  }

  return {
    add: (input) =>
      (Array.isArray(input) ? input : [input])
        .map((one) => readFault(one))
        .map((fault) => faultTable.save(fault)),
    clear: () => faultTable.clear(),
    list: () => faultTable.all(),
    takeCall: (provider, method, path) =>
      callFault(takeMatch({ provider, method, path, webhook: false })?.do),
    takeWebhook: (provider, type) =>
      webhookFault(takeMatch({ provider, method: 'POST', path: type, webhook: true })?.do),
  }
}

function matchesFault(fault: Fault, { provider, method, path, webhook }: Met): boolean {
  if (fault.do.includes('webhook') !== webhook) return false
  if (fault.provider !== '*' && fault.provider !== provider) return false
  if (!webhook && fault.method !== '*' && fault.method !== method) return false

  return matchesGlob(fault.path, path)
}

function matchesGlob(glob: string, path: string): boolean {
  const globPattern = glob
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${globPattern}$`).test(path)
}

function readFault(input: unknown): Fault {
  const {
    provider,
    method = '*',
    path = '*',
    times = 1,
    do: action,
  } = (input ?? {}) as Record<string, unknown>

  if (!isProvider(provider))
    throw new Refusal(400, `provider must be one of ${PROVIDERS.join(', ')}`)
  if (typeof method !== 'string' || typeof path !== 'string')
    throw new Refusal(400, 'method and path must be text')
  if (!isUseCount(times)) throw new Refusal(400, 'times must be a whole number above 0')
  if (!isFaultAction(action)) throw new Refusal(400, `unknown fault: ${String(action)}`)

  return {
    id: randomText(12),
    provider: providerName(provider),
    method: method.toUpperCase(),
    path,
    times,
    do: action,
  }
}

const isProvider = (value: unknown): value is string =>
  typeof value === 'string' && PROVIDERS.includes(providerName(value))

const isUseCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1

const isFaultAction = (value: unknown): value is string =>
  typeof value === 'string' && (callFault(value) ?? webhookFault(value)) !== null

function callFault(action: string | undefined): CallFault | null {
  const [name, number] = (action ?? '').split(':')
  if (name === 'status' && /^[45]\d\d$/.test(number ?? ''))
    return { kind: 'status', status: Number(number) }
  if (name === 'delay' && /^\d+$/.test(number ?? '')) return { kind: 'delay', ms: Number(number) }

  if (
    name === 'timeout' ||
    name === 'reset' ||
    name === 'commit-then-timeout' ||
    name === 'commit-then-reset'
  )
    return { kind: name }

  return null
}

function webhookFault(action: string | undefined): WebhookFault | null {
  const [name, number] = (action ?? '').split(':')
  if (name === 'drop-webhook') return { kind: 'drop' }
  if (name === 'duplicate-webhook') return { kind: 'duplicate' }
  if (name === 'reorder-webhook') return { kind: 'reorder' }
  if (name === 'delay-webhook')
    return { kind: 'delay', ms: number ? Number(number) : DEFAULT_DELAY_MS }

  return null
}
