import type { Language } from './limits.ts'

/** By the providers' own words: Stripe's reasons, then the reasons and situations of reports of fraud (MED). */
const words: Record<string, readonly [pt: string, en: string]> = {
  bank_cannot_process: ['O banco não pôde processar', 'The bank could not process it'],
  check_returned: ['Cheque devolvido', 'Returned cheque'],
  credit_not_processed: ['Devolução prometida e não feita', 'Promised refund not made'],
  customer_initiated: ['A pedido do comprador', 'At the buyer’s request'],
  debit_not_authorized: ['Débito não autorizado', 'Debit not authorised'],
  duplicate: ['Cobrança em dobro', 'Charged twice'],
  fraudulent: ['Fraude', 'Fraud'],
  general: ['Não especificado', 'Not specified'],
  incorrect_account_details: ['Dados da conta incorretos', 'Wrong account details'],
  insufficient_funds: ['Saldo insuficiente', 'Insufficient funds'],
  noncompliant: ['Regras da bandeira não cumpridas', 'Card scheme’s rules not met'],
  product_not_received: ['Produto não recebido', 'Product not received'],
  product_unacceptable: [
    'Produto com defeito ou diferente do anunciado',
    'Product faulty or not as described',
  ],
  subscription_canceled: ['Assinatura cancelada', 'Subscription cancelled'],
  unrecognized: ['Cobrança não reconhecida', 'Charge not recognised'],
  'Solicitação de devolução': ['Solicitação de devolução', 'Refund request'],
  golpe: ['Golpe', 'Scam'],
  'aquisição da conta': ['Conta invadida', 'Account taken over'],
  coerção: ['Coerção', 'Coercion'],
  'acesso fraudulento': ['Acesso fraudulento', 'Fraudulent access'],
  outro: ['Outra situação', 'Another situation'],
  desconhecido: ['Situação desconhecida', 'Unknown situation'],
}

/** Why money is contested in a person's language; a word that is not known stays as the provider wrote it. */
export const disputeWord = (word: string, language: Language): string =>
  words[word]?.[language === 'en-US' ? 1 : 0] ?? word
