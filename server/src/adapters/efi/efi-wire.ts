import { fromDecimal } from '../../platform/text/money.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { provider } from './efi-client.ts'

// Lenient types: PSPs leave out fields, and write numbers and lists differently than documented.
export type Devolution = {
  id?: string
  rtrId?: string
  valor?: unknown
  status?: string
  natureza?: string
  motivo?: string
}

export type Receipt = {
  endToEndId?: string
  txid?: string
  chave?: string
  valor?: unknown
  horario?: string
  devolucoes?: Devolution | Devolution[]
}

/** A value as a list; some PSPs send a list of one entry as the plain entry. */
export const asList = <T>(value: T | T[] | null | undefined): T[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** A provider's text without CPFs. */
export const withoutCpf = (text: string): string =>
  text.replace(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/g, '***')

/** Centavos of an amount as PSPs write it; throws ProviderUnknown for an unreadable one. */
export function parseCents(value: unknown): number {
  try {
    return fromDecimal(String(value))
  } catch {
    throw new ProviderUnknown(provider, 'an amount that cannot be read')
  }
}

/** The identity of received money; throws ProviderUnknown when it is missing. */
export function endToEndId(pix: Receipt): string {
  if (!pix.endToEndId) throw new ProviderUnknown(provider, 'received money without its identity')
  return pix.endToEndId
}

/** A time, or the fallback for an unreadable one. */
export function parseInstant(text: string | undefined, fallback: Date): Date {
  const parsedTime = new Date(text ?? Number.NaN)
  return Number.isNaN(parsedTime.getTime()) ? fallback : parsedTime
}
