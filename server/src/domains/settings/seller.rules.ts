import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { taxIdOf } from '@chaveiro/contracts/tax-ids'

/**
 * Who sells, in one line as the law asks to be told: name, CPF or CNPJ, address (Decreto
 * 7.962/2013); undefined while nothing is set. It reads alike in every language.
 */
export function sellerLine({
  sellerName,
  sellerTaxId,
  sellerAddress,
}: Pick<SiteSettings, 'sellerName' | 'sellerTaxId' | 'sellerAddress'>): string | undefined {
  const taxId = taxIdOf(sellerTaxId)
  const document = taxId && `${taxId.kind.toUpperCase()} ${taxId.text}`

  return [sellerName, document, sellerAddress].filter(Boolean).join(' · ') || undefined
}
