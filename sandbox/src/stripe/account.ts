import type Api from 'stripe'

import { missingResource } from './errors.ts'

/** The account itself: in Brazil, and allowed to take cards. */
const account = {
  id: 'acct_1SandboxChaveiro00',
  object: 'account',

  business_profile: {
    mcc: null,
    name: 'Loja de teste',
    product_description: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },

  business_type: 'individual',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'BR',
  created: 1_767_225_600,
  default_currency: 'brl',
  details_submitted: true,
  email: 'loja@chaveiro.test',
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
} as const satisfies Partial<Record<keyof Api.Account, unknown>>

/** GET /v1/account, and GET /v1/accounts/:id for this account, the only one. */
export function accountOf(id: string = account.id): object {
  if (id !== account.id) throw missingResource('account', id, 'account')
  return account
}
