import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'

import {
  fieldsOf,
  isShownField,
  type SavedValues,
} from '../../platform/config/provider-settings.ts'

/** Fields as entered: a missing field stays as it is, null or an empty text clears it. */
export type Typed = Record<string, string | null>

/**
 * The secrets to enter again together with the input, because the address that they are sent to
 * changes. Otherwise a person who may change an address could direct stored secrets to their own
 * server. Empty while the address stays, or when nothing was stored.
 */
export function secretsToType(
  provider: ProviderName,
  { was, is, typed }: { was: SavedValues; is: SavedValues; typed: Typed },
): string[] {
  const providerFields = fieldsOf(provider)
  const hasMoved = providerFields
    .filter(({ address }) => address)
    .some(({ name, usual }) => (is[name] ?? usual) !== (was[name] ?? usual))
  if (!hasMoved) return []

  return providerFields
    .filter(
      (field) =>
        was[field.name] && is[field.name] && !isShownField(field) && !typed[field.name]?.trim(),
    )
    .map(({ name }) => name)
}

/** The providers' brand names, in every language. */
export const brandNames: Record<ProviderName, string> = {
  pix: 'PIX',
  card: 'Stripe',
  crypto: 'Binance',
  mail: 'SMTP',
  discord: 'Discord',
  keyauth: 'KeyAuth',
  captcha: 'Captcha',
}

/**
 * The notice to admins about a change: the names of the settings, or the kind of money that is in
 * use now.
 */
export const aboutSaved = (
  provider: ProviderName,
  savedFields: readonly string[] | null,
  isTest: boolean | null,
): string =>
  savedFields
    ? `${brandNames[provider]}: ${savedFields.join(', ')}`
    : `${brandNames[provider]} → ${isTest ? 'test' : 'real'}`
