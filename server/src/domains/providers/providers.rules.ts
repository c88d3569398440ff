import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'

import { fieldsOf, isShownField, type KeptValues } from '../../platform/config/kept.ts'

/** What a person typed: what is not given stays, null or nothing empties it. */
export type Typed = Record<string, string | null>

/**
 * The secrets that have to be typed along with what was typed, since the address that they are sent
 * to is not the one they were kept for: whoever may change an address must not learn by it what is
 * kept. None while the address stays, or where nothing was kept.
 */
export function secretsToType(
  provider: ProviderName,
  { was, is, typed }: { was: KeptValues; is: KeptValues; typed: Typed },
): string[] {
  const fields = fieldsOf(provider)
  const hasMoved = fields
    .filter(({ address }) => address)
    .some(({ name, usual }) => (is[name] ?? usual) !== (was[name] ?? usual))
  if (!hasMoved) return []

  return fields
    .filter(
      (field) =>
        was[field.name] && is[field.name] && !isShownField(field) && !typed[field.name]?.trim(),
    )
    .map(({ name }) => name)
}

/** What the services call themselves, in every language. */
export const brands: Record<ProviderName, string> = {
  pix: 'PIX',
  card: 'Stripe',
  crypto: 'Binance',
  mail: 'SMTP',
  discord: 'Discord',
  keyauth: 'KeyAuth',
  captcha: 'Captcha',
}

/** What admins are told of a change: which settings by name, or which kind of money was taken. */
export const aboutSaved = (
  provider: ProviderName,
  fields: readonly string[] | null,
  isTest: boolean | null,
): string =>
  fields
    ? `${brands[provider]}: ${fields.join(', ')}`
    : `${brands[provider]} → ${isTest ? 'test' : 'real'}`
