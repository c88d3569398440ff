import type { Language } from './limits.ts'
import type { Localized } from './localized.ts'

/**
 * Texts by the providers' words: Stripe's reasons, then reasons and situations of fraud reports
 * (MED).
 */
const disputeTexts: Record<string, Localized> = {
  bank_cannot_process: {
    'pt-BR': 'O banco não pôde processar',
    'en-US': 'The bank could not process it',
  },
  check_returned: { 'pt-BR': 'Cheque devolvido', 'en-US': 'Returned cheque' },
  credit_not_processed: {
    'pt-BR': 'Devolução prometida e não feita',
    'en-US': 'Promised refund not made',
  },
  customer_initiated: { 'pt-BR': 'A pedido do comprador', 'en-US': 'At the buyer’s request' },
  debit_not_authorized: { 'pt-BR': 'Débito não autorizado', 'en-US': 'Debit not authorised' },
  duplicate: { 'pt-BR': 'Cobrança em dobro', 'en-US': 'Charged twice' },
  fraudulent: { 'pt-BR': 'Fraude', 'en-US': 'Fraud' },
  general: { 'pt-BR': 'Não especificado', 'en-US': 'Not specified' },
  incorrect_account_details: {
    'pt-BR': 'Dados da conta incorretos',
    'en-US': 'Wrong account details',
  },
  insufficient_funds: { 'pt-BR': 'Saldo insuficiente', 'en-US': 'Insufficient funds' },
  noncompliant: {
    'pt-BR': 'Regras da bandeira não cumpridas',
    'en-US': 'Card scheme’s rules not met',
  },
  product_not_received: { 'pt-BR': 'Produto não recebido', 'en-US': 'Product not received' },
  product_unacceptable: {
    'pt-BR': 'Produto com defeito ou diferente do anunciado',
    'en-US': 'Product faulty or not as described',
  },
  subscription_canceled: { 'pt-BR': 'Assinatura cancelada', 'en-US': 'Subscription cancelled' },
  unrecognized: { 'pt-BR': 'Cobrança não reconhecida', 'en-US': 'Charge not recognised' },
  'Solicitação de devolução': { 'pt-BR': 'Solicitação de devolução', 'en-US': 'Refund request' },
  golpe: { 'pt-BR': 'Golpe', 'en-US': 'Scam' },
  'aquisição da conta': { 'pt-BR': 'Conta invadida', 'en-US': 'Account taken over' },
  coerção: { 'pt-BR': 'Coerção', 'en-US': 'Coercion' },
  'acesso fraudulento': { 'pt-BR': 'Acesso fraudulento', 'en-US': 'Fraudulent access' },
  outro: { 'pt-BR': 'Outra situação', 'en-US': 'Another situation' },
  desconhecido: { 'pt-BR': 'Situação desconhecida', 'en-US': 'Unknown situation' },
}

/**
 * The reason of a dispute in the reader's language; an unknown word stays as the provider wrote it.
 */
export const disputeWord = (word: string, language: Language): string =>
  disputeTexts[word]?.[language] ?? word
