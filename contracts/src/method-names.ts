import type { Language } from './limits.ts'
import type { Localized } from './localized.ts'

const methodNames: Record<string, Localized> = {
  stripe: { 'pt-BR': 'Cartão', 'en-US': 'Card' },
  card: { 'pt-BR': 'Cartão', 'en-US': 'Card' },
  pix: { 'pt-BR': 'PIX', 'en-US': 'PIX' },
  efybank: { 'pt-BR': 'PIX', 'en-US': 'PIX' },
  crypto: { 'pt-BR': 'Criptomoeda', 'en-US': 'Cryptocurrency' },
  binance: { 'pt-BR': 'Criptomoeda', 'en-US': 'Cryptocurrency' },
  credit_card: { 'pt-BR': 'Cartão de Crédito', 'en-US': 'Credit card' },
  given: { 'pt-BR': 'Dado pela loja', 'en-US': 'Given by the shop' },
  outside: { 'pt-BR': 'Pago fora da loja', 'en-US': 'Paid outside the shop' },
  ticket: { 'pt-BR': 'Boleto', 'en-US': 'Boleto' },
}

const unknownMethod: Localized = { 'pt-BR': 'Desconhecido', 'en-US': 'Unknown' }

/** The display name of a payment method (B253, Q71). */
export const methodName = (type: string, language: Language): string =>
  (methodNames[type] ?? unknownMethod)[language]
