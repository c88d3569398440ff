import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { taxIdOf } from '@chaveiro/contracts/tax-ids'

/**
 * The seller in one line, as the law requires: name, CPF or CNPJ, address (Decreto 7.962/2013);
 * undefined while nothing is set. Equal in every language.
 */
export function sellerLine({
  sellerName,
  sellerTaxId,
  sellerAddress,
}: Pick<SiteSettings, 'sellerName' | 'sellerTaxId' | 'sellerAddress'>): string | undefined {
  const parsedTaxId = taxIdOf(sellerTaxId)
  const document = parsedTaxId && `${parsedTaxId.kind.toUpperCase()} ${parsedTaxId.text}`

  return [sellerName, document, sellerAddress].filter(Boolean).join(' · ') || undefined
}
