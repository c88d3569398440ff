import type { Session } from './model.ts'
import { detailsOf } from './session-shape.ts'

/**
 * Details that the buyer enters on the page beside the payment. A test call without a page gets
 * sample values.
 */
export function answersOf(
  session: Session,
  { name, email }: { name: string; email: string | null },
): Pick<Session, 'automatic_tax' | 'collected_information' | 'consent' | 'customer_details'> {
  const { automatic_tax: tax, tax_id_collection: taxId } = session
  return {
    automatic_tax: tax.enabled ? { ...tax, status: 'complete' } : tax,
    collected_information: collectedOf(session, name),
    consent: consentOf(session),
    customer_details: {
      ...detailsOf(email, name),
      business_name: businessOf(session),
      ...(taxId?.required === 'if_supported' ? { tax_ids: [testTaxId] } : {}),
    },
  }
}

function businessOf({ name_collection: names }: Session): string | null {
  const askedBusiness = names?.business
  return askedBusiness?.enabled && !askedBusiness.optional ? 'Empresa de Teste' : null
}

function collectedOf(session: Session, name: string): Session['collected_information'] {
  const { name_collection: names, shipping_address_collection: shipping } = session
  const firstCountry = shipping?.allowed_countries[0]
  if (!names && !firstCountry) return null

  return {
    business_name: businessOf(session),
    individual_name: names?.individual?.enabled ? name : null,
    shipping_details: firstCountry ? { name, address: addressIn(firstCountry) } : null,
  }
}

const testTaxId = { type: 'br_cnpj', value: '01.234.456/5432-10' } as const

const addressIn = (firstCountry: string) => ({
  city: 'São Paulo',
  country: firstCountry,
  line1: 'Rua de Teste, 1',
  line2: null,
  postal_code: '01001-000',
  state: 'SP',
})

function consentOf({ consent_collection: askedBusiness }: Session): Session['consent'] {
  if (!askedBusiness) return null
  return {
    promotions: askedBusiness.promotions === 'auto' ? 'opt_out' : null,
    terms_of_service: askedBusiness.terms_of_service === 'required' ? 'accepted' : null,
  }
}
